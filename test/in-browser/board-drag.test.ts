import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, serve } from '../browser/browser.ts'
import { eventsIn, type Running } from '../conductor.ts'
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

const TIMEOUT = 60_000

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
    recorded: (type) =>
      eventsIn(folder.path).flatMap((event) =>
        event.type === type && 'task' in event ? [event.task] : [],
      ),
    async over() {
      letGo()
      return (await run.done).code
    },
  }
}

const HANDS: readonly (readonly [string, Dragging])[] = [
  ['by mouse', dragByMouse],
  ['by keys', dragByKeys],
]

describe.each(HANDS)('a card that is dragged %s', { timeout: TIMEOUT }, (_, drag) => {
  it('from Review to Backlog is tried again', async () => {
    const { page, over } = await begin(
      [
        `{id: bad, run: 'test -e "$CONDUCTOR_HOME/go"', priority: high}`,
        `{id: long, run: '${HELD}'}`,
      ],
      ['bad', 'Review'],
    )
    await cardIn(page, 'long', 'In Progress').waitFor()
    await drag(page, 'bad', 'Backlog')
    await cardIn(page, 'bad', 'Backlog').waitFor()
    await page.getByText('Trying bad again.').waitFor()
    expect(await over()).toBe(0)
  })

  it('from Review to Backlog is sent back with the words that are asked for, and to Done lands', async () => {
    const heldAgain = `test ! -e "$CONDUCTOR_HOME/once" || { ${heldBy('again')}; }`
    const { page, letGo, over } = await begin(
      [
        `{id: work, run: '${heldAgain}; touch "$CONDUCTOR_HOME/once"; date +%N > w.txt'}`,
        `{id: long, run: '${HELD}'}`,
      ],
      ['work', 'Review'],
      REVIEW,
    )
    await drag(page, 'work', 'Backlog')
    await page.getByLabel('What should be done differently').fill('say it in German')
    await page.getByRole('button', { name: 'Send it back' }).click()
    await cardIn(page, 'work', 'In Progress').getByText('sent back').waitFor()
    letGo('again')
    await cardIn(page, 'work', 'Review').waitFor()
    await drag(page, 'work', 'Done')
    await cardIn(page, 'work', 'Done').getByText('Landed').waitFor()
    expect(await over()).toBe(0)
  })

  it('from In Progress to Backlog goes back in line', async () => {
    const { page, recorded, over } = await begin(
      [`{id: long, run: '${HELD}'}`],
      ['long', 'In Progress'],
    )
    await drag(page, 'long', 'Backlog')
    await until('it is tried again', () => recorded('attempt-started').length === 2)
    expect(recorded('stop-asked')).toEqual(['long'])
    expect(await over()).toBe(0)
  })

  it('from Backlog to In Progress starts, when it needs nothing but a word', async () => {
    const { page, over } = await begin(
      [`{id: sign, run: '${HELD}', needs_human: true}`, `{id: long, run: '${HELD}'}`],
      ['sign', 'Backlog'],
      { agents: 2 },
    )
    await drag(page, 'sign', 'In Progress')
    await cardIn(page, 'sign', 'In Progress').waitFor()
    expect(await over()).toBe(0)
  })

  it('from Backlog to In Progress becomes urgent, and to Done is left out, once that is confirmed', async () => {
    const { page, recorded, over } = await begin(
      [
        `{id: long, run: '${HELD}', priority: high}`,
        `{id: first, run: 'true'}`,
        `{id: second, run: 'true'}`,
        `{id: extra, run: 'true'}`,
      ],
      ['long', 'In Progress'],
    )
    await drag(page, 'second', 'In Progress')
    await cardIn(page, 'second', 'Backlog').getByText('next in line').waitFor()
    expect(recorded('priority-changed')).toEqual(['second'])
    await drag(page, 'extra', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).click()
    await cardIn(page, 'extra', 'Done').getByText('Skipped').waitFor()
    expect(await over()).toBe(1)
    expect(recorded('attempt-started')).toEqual(['long', 'second', 'first'])
  })

  it('to where it makes no sense snaps back and says why; to Done it is given up, once that is confirmed', async () => {
    const { page, recorded, over } = await begin(
      [`{id: long, run: '${HELD}'}`, `{id: next, run: 'true', dependencies: [long]}`],
      ['long', 'In Progress'],
    )
    await drag(page, 'next', 'In Progress')
    await page.getByText('next stays: it cannot start yet: after long').waitFor()
    await drag(page, 'long', 'Review')
    await page
      .getByText('long stays: it comes to Review by itself when its agent is done')
      .waitFor()
    await cardIn(page, 'next', 'Backlog').waitFor()
    await drag(page, 'long', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it as it is' }).click()
    await cardIn(page, 'long', 'In Progress').waitFor()
    expect(recorded('stop-asked')).toEqual([])
    await drag(page, 'long', 'Done')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click()
    await cardIn(page, 'long', 'Done').getByText('Cancelled').waitFor()
    expect(await over()).toBe(1)
  })
})

describe('while a card is dragged', { timeout: TIMEOUT }, () => {
  it('each column says what dropping it there would do, and Escape puts it back', async () => {
    const { page, recorded, over } = await begin(
      [`{id: long, run: '${HELD}'}`],
      ['long', 'In Progress'],
    )
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
    expect(await over()).toBe(0)
  })

  it('a click on a card still opens the task', async () => {
    const { page, over } = await begin([`{id: long, run: '${HELD}'}`], ['long', 'In Progress'])
    await cardIn(page, 'long', 'In Progress').getByRole('link').click()
    await page.waitForURL('**/tasks/long')
    expect(await over()).toBe(0)
  })
})
