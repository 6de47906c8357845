import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, runOnce, serve } from '../browser/browser.ts'
import { eventsIn, type Folder, type Running } from '../conductor.ts'
import { until } from '../until.ts'
import {
  cardIn,
  dragByKeys,
  dragByMouse,
  HELD,
  heldBy,
  pickUpByKey,
  type Dragging,
} from '../browser/board-page.ts'

const TIMEOUT = 180_000

interface Begun {
  readonly page: Page
  readonly run: Running
  /** Makes the file that tasks wait for, so that they end. */
  letGo(file?: string): void
  /** The tasks of the recorded events of this type. */
  recorded(type: string): readonly unknown[]
  /** Lets all tasks end, and returns the exit code of the run. */
  over(): Promise<number | null>
}

interface Setting {
  readonly agents?: number
  readonly files?: Readonly<Record<string, string>>
}

/** Deliveries wait for a review, while another task works. */
const REVIEW: Setting = {
  agents: 2,
  files: { '.conductor/config.yaml': 'land: {review: true}\n' },
}

/** Begins a run and opens its board; returns when the board shows the card `seen` in its column. */
async function begin(
  tasks: readonly string[],
  seen: readonly [task: string, column: string],
  { agents = 1, files = {} }: Setting = {},
): Promise<Begun> {
  const { folder, at } = await serve(
    `tasks:\n${tasks.map((task) => `  - ${task}\n`).join('')}`,
    files,
  )
  const run = folder.begin('run', 'tasks.yaml', '--no-ui', '-p', String(agents))
  const page = await openPage(at('/board'))
  // Before the run has begun the board shows its cards, but they have no actions.
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await cardIn(page, ...seen).waitFor()
  const letGo = (file = 'go'): void => folder.write(`.conductor/${file}`, '')
  return {
    page,
    run,
    letGo,
    recorded: (type) => tasksOf(folder, type),
    async over() {
      letGo()
      return (await run.done).code
    },
  }
}

const tasksOf = ({ path }: Folder, type: string): readonly unknown[] =>
  eventsIn(path).flatMap((event) => (event.type === type && 'task' in event ? [event.task] : []))

const HANDS: readonly (readonly [string, Dragging])[] = [
  ['by mouse', dragByMouse],
  ['by keys', dragByKeys],
]

describe.each(HANDS)('a card that is dragged %s', { timeout: TIMEOUT }, (_, drag) => {
  it('is tried again, becomes urgent, is left out, is given up, or snaps back where that makes no sense', async () => {
    const { page, letGo, recorded, over } = await begin(
      [
        `{id: bad, run: 'test -e "$CONDUCTOR_HOME/mended"', priority: 1}`,
        `{id: long, run: '${HELD}', priority: 2}`,
        `{id: first, run: 'true'}`,
        `{id: second, run: 'true'}`,
        `{id: extra, run: 'true'}`,
        `{id: next, run: 'true', dependencies: [long]}`,
      ],
      ['bad', 'Review'],
    )
    await cardIn(page, 'long', 'In Progress').waitFor()
    // From Backlog to In Progress: it becomes urgent. To Done: it is left out, once that is confirmed.
    await drag(page, 'second', 'In Progress')
    await cardIn(page, 'second', 'Backlog').getByText('next in line').waitFor()
    expect(recorded('priority-changed')).toEqual(['second'])
    await drag(page, 'extra', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).click()
    await cardIn(page, 'extra', 'Done').getByText('Skipped').waitFor()

    // From Review to Backlog: it is tried again.
    await drag(page, 'bad', 'Backlog')
    await cardIn(page, 'bad', 'Backlog').waitFor()
    await page.getByText('Trying bad again.').waitFor()
    letGo('mended')

    // To where it makes no sense it snaps back, and the page says why.
    await drag(page, 'next', 'In Progress')
    await page.getByText('next stays: it cannot start yet: after long').waitFor()
    await drag(page, 'long', 'Review')
    await page
      .getByText('long stays: it comes to Review by itself when its agent is done')
      .waitFor()
    await cardIn(page, 'next', 'Backlog').waitFor()

    // From In Progress to Done: it is given up, once that is confirmed.
    await drag(page, 'long', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it as it is' }).click()
    await cardIn(page, 'long', 'In Progress').waitFor()
    expect(recorded('stop-asked')).toEqual([])
    await drag(page, 'long', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click()
    await cardIn(page, 'long', 'Done').getByText('Cancelled').waitFor()
    expect(await over()).toBe(1)
    expect(recorded('attempt-started').filter((task) => task !== 'bad')).toEqual([
      'long',
      'second',
      'first',
    ])
    expect(recorded('task-landed')).toContain('bad')
  })

  it('is sent back with the words that are asked for, lands, starts, or goes back in line', async () => {
    const heldAgain = `test ! -e "$CONDUCTOR_HOME/once" || { ${heldBy('again')}; }`
    const { page, letGo, recorded, over } = await begin(
      [
        `{id: work, run: '${heldAgain}; touch "$CONDUCTOR_HOME/once"; date +%N > w.txt'}`,
        `{id: long, run: '${HELD}'}`,
        `{id: sign, run: '${HELD}', needs_human: true}`,
      ],
      ['work', 'Review'],
      REVIEW,
    )
    // From Review to Backlog it is sent back, to Done it lands.
    await drag(page, 'work', 'Backlog')
    await page.getByLabel('What should be done differently').fill('say it in German')
    await page.getByRole('button', { name: 'Send it back' }).click()
    await cardIn(page, 'work', 'In Progress').getByText('sent back').waitFor()
    letGo('again')
    await cardIn(page, 'work', 'Review').waitFor()
    await drag(page, 'work', 'Done')
    await cardIn(page, 'work', 'Done').getByText('Landed').waitFor()

    // From Backlog to In Progress it starts, when it needs nothing but a word.
    await drag(page, 'sign', 'In Progress')
    await cardIn(page, 'sign', 'In Progress').waitFor()

    // From In Progress to Backlog it goes back in line.
    const startsOf = (task: string) => recorded('attempt-started').filter((it) => it === task)
    await drag(page, 'long', 'Backlog')
    await until('it is tried again', () => startsOf('long').length === 2)
    expect(recorded('stop-asked')).toEqual(['long'])
    expect(await over()).toBe(0)
  })
})

const shared = runOnce(`tasks: [{id: long, run: '${HELD}'}]`)

async function open() {
  const { folder, at, over } = await shared()
  const page = await openPage(at('/board'))
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await cardIn(page, 'long', 'In Progress').waitFor()
  return { page, over, recorded: (type: string) => tasksOf(folder, type) }
}

describe('while a card is dragged', { timeout: TIMEOUT }, () => {
  it('each column says what dropping it there would do, and Escape puts it back', async () => {
    const { page, recorded } = await open()
    await pickUpByKey(page, 'long')
    const column = (name: string) => page.getByRole('region', { name })
    await column('Backlog').getByText('Put it back into the queue').waitFor()
    await column('Done').getByText('Cancel task').waitFor()
    await column('Review').getByText('it comes to Review by itself').waitFor()
    await page.getByText(/^Picked up long, in In Progress\. Left and right choose/).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText(/^Review: not possible, it comes to Review by itself/).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Done: Cancel task').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('long is back where it was.').waitFor()
    expect(recorded('stop-asked')).toEqual([])
  })

  it('a click on a card still opens the task', async () => {
    const { page, over } = await open()
    await cardIn(page, 'long', 'In Progress').getByRole('link').click()
    await page.waitForURL('**/tasks/long')
    expect(await over()).toBe(0)
  })
})
