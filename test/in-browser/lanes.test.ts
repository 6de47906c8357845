import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriersInEveryLook, barriersOn } from '../browser/axe.ts'
import { HELD, heldBy } from '../browser/board-page.ts'
import { runOnceIn, serveOnce, type SharedRun } from '../browser/browser.ts'
import { dragByMouse } from '../browser/drag-by-mouse.ts'
import { playOnce } from '../browser/serve-played.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { taskId } from '../../src/core/value/ids.ts'
import { eventsIn, type Folder, type Running } from '../conductor.ts'
import { OUTCOMES, type Game } from '../played/play.ts'
import { until } from '../until.ts'

const SLOW = { timeout: 90_000 }

const laneOn = (page: Page, name: string): Locator => page.locator(`[data-lane="${name}"]`)

const cardIn = (page: Page, task: string, lane: string): Locator =>
  laneOn(page, lane).locator(`[data-task="${task}"]`)

/** `first` lands; then the one agent works on the first task of an epic. `single` and `extra` are in lanes of their own. */
const PLAN = `
config: {parallel: 1}
tasks:
  - {id: first, name: The first one, priority: 1, run: "echo 1 > first.txt"}
  - {id: guide, name: Write the guide, epic: docs, run: 'echo chapter one; ${HELD}; echo g > guide.md'}
  - {id: proof, name: Read it again, epic: docs, run: "echo p > proof.md", dependencies: [guide]}
  - {id: single, name: On its own, run: "echo s > single.txt", dependencies: [guide]}
  - {id: extra, name: One more, run: "echo x > extra.txt", dependencies: [guide]}
`

/** `page` is delivered, while `left` and `right` work on the same line. */
const COLLIDING = `
config: {parallel: 3, land: {review: true}, check: "echo 12 passed"}
tasks:
  - {id: page, name: A page, run: "echo hi > page.html"}
  - {id: left, run: 'sed -i s/middle/left/ list.txt; ${heldBy('collided')}'}
  - {id: right, run: 'sed -i s/middle/right/ list.txt; ${heldBy('collided')}'}
`

/** One repository and one page for all tests, which are one flow: a run, another one with collisions, and what they leave. */
const served = serveOnce(PLAN, { 'colliding.yaml': COLLIDING, 'list.txt': 'middle\n' })
const shared = runOnceIn(served)
const { visit } = sharedPage()

async function open(): Promise<SharedRun & { readonly page: Page }> {
  const run = await shared()
  const page = await visit(run.at('/lanes'))
  await laneOn(page, 'epic-docs').getByText('Working').first().waitFor({ timeout: 40_000 })
  await page.getByRole('button', { name: '1 finished' }).waitFor()
  return { ...run, page }
}

const lanesChanged = ({ path }: Folder): readonly unknown[] =>
  eventsIn(path).flatMap((event) => (event.type === 'task-changed' ? [event.change.lane] : []))

it(
  'has a lane for each worktree, what goes on first, and folds what is finished',
  SLOW,
  async () => {
    const { page } = await open()
    const docs = laneOn(page, 'epic-docs')
    expect(await docs.getByRole('heading').innerText()).toBe('epic-docs')
    expect(await docs.locator('[data-task]').allInnerTexts()).toEqual([
      expect.stringMatching(/^Working\s+Write the guide$/),
      expect.stringMatching(/^Waiting\s+Read it again$/),
    ])
    await docs.getByText('chapter one').waitFor()
    const lines = page.locator('.lane-line')
    expect(await lines.evaluateAll((all) => all.every((line) => line.clientHeight === 48))).toBe(
      true,
    )
    await docs.getByRole('button', { name: 'Details of epic-docs' }).click()
    const tasks = docs.locator('.lane-tasks li')
    expect(await tasks.allInnerTexts()).toEqual([
      expect.stringMatching(/^Working\s+Write the guide/),
      expect.stringMatching(/^Waiting\s+Read it again\s+after guide$/),
    ])
    await page.getByRole('heading', { name: '2 not begun' }).waitFor()
    expect(await laneOn(page, 'task-first').count()).toBe(0)
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: '1 finished' }).click()
    await laneOn(page, 'task-first').getByText('landed', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.has('finished')).toBe(true)
  },
)

type Dragging = (page: Page, task: string, to: string) => Promise<void>

const byMouse: Dragging = async (page, task, to) => {
  const target = laneOn(page, to)
  await dragByMouse(page, {
    card: page.locator(`[data-task="${task}"]`),
    inHand: page.locator('.lane-card-held'),
    target,
    isOver: target.and(page.locator('[data-verdict]')),
  })
}

const byKeys: Dragging = async (page, task, to) => {
  await page.locator(`[data-task="${task}"]`).focus()
  await page.keyboard.press('Space')
  await page.locator('.lane-card-held').waitFor()
  const lanes = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('[data-lane]')].map(({ dataset }) => dataset.lane)`,
  )
  const own = await page.locator(`[data-lane]:has([data-task="${task}"])`).getAttribute('data-lane')
  const key = lanes.indexOf(to) > lanes.indexOf(own!) ? 'ArrowDown' : 'ArrowUp'
  await page.keyboard.press(key)
  await laneOn(page, to).and(page.locator('[data-verdict]')).waitFor()
  await page.keyboard.press('Space')
}

it('can be gone through by keys, and a task opened', SLOW, async () => {
  const { page } = await open()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowRight')
  expect(await page.locator(':focus').getAttribute('data-task')).toBe('proof')
  await page.keyboard.press('ArrowDown')
  expect(await page.locator(':focus').getAttribute('data-task')).toBe('single')
  await page.keyboard.press('Enter')
  await until('the task is open', () => new URL(page.url()).pathname === '/tasks/single')
  await page.goBack()
  await page.locator('[data-task="single"]:focus').waitFor()
  await page.keyboard.press('k')
  await page.locator('[data-task="guide"]:focus').waitFor()
})

describe('a task that is dragged', SLOW, () => {
  it('snaps back when it has begun, and says why', async () => {
    const { page, folder } = await open()
    for (const drag of [byMouse, byKeys]) {
      await drag(page, 'guide', 'task-single')
      await page.getByText('Write the guide stays: it has begun').waitFor()
      await cardIn(page, 'guide', 'epic-docs').waitFor()
      await page.reload()
      await cardIn(page, 'guide', 'epic-docs').waitFor()
    }
    expect(lanesChanged(folder)).toEqual([])
  })

  it('into another lane works there', async () => {
    const { page, folder, over } = await open()
    for (const [drag, task] of [
      [byMouse, 'single'],
      [byKeys, 'extra'],
    ] as const) {
      await drag(page, task, 'epic-docs')
      await cardIn(page, task, 'epic-docs').and(page.locator(':focus')).waitFor()
      expect(page.url()).toContain('/lanes')
    }
    expect(lanesChanged(folder)).toEqual(['epic-docs', 'epic-docs'])
    expect(await over()).toBe(0)
    await page.getByRole('heading', { name: '2 finished' }).waitFor({ timeout: 40_000 })
    const opened = eventsIn(folder.path).filter(({ type }) => type === 'worktree-opened')
    expect(opened).toMatchObject([
      { task: 'first', lane: 'task-first' },
      { task: 'guide', lane: 'epic-docs' },
      { lane: 'epic-docs' },
      { lane: 'epic-docs' },
      { lane: 'epic-docs' },
    ])
  })
})

/** One agent works on one after another. */
const oneByOne = playOnce('first:\nsecond: first\nthird: second', {
  isolation: 'worktree',
  agents: 1,
})

/** An agent has done the task, it lands, and the next one begins. */
function goOn(game: Game, task: string): void {
  game.end(taskId(task), OUTCOMES.succeeded)
  game.land(taskId(task))
  game.startAll()
}

it('keeps the focus on a card whose lane begins, also behind a dialog', SLOW, async () => {
  const { shop, link } = await oneByOne()
  const page = await visit(link('/lanes'))
  const hasFocus = (task: string) => page.locator(`[data-task="${task}"]:focus`).waitFor()
  await laneOn(page, 'task-first').getByText('Working').first().waitFor()
  await page.locator('[data-task="second"]').focus()
  goOn(shop.game(), 'first')
  await laneOn(page, 'task-second').getByText('Working').first().waitFor()
  await hasFocus('second')
  await page.locator('[data-task="third"]').focus()
  await page.keyboard.press('/')
  goOn(shop.game(), 'second')
  await laneOn(page, 'task-third').getByText('Working').first().waitFor()
  await page.keyboard.press('Escape')
  await hasFocus('third')
  expect(await page.locator('[data-task]:focus').count()).toBe(1)
})

const inPlace = playOnce('guide:\nproof: guide\nsingle: guide\nextra: guide', {
  isolation: 'none',
  agents: 1,
})

it('has lanes for the agents where tasks work in place, and says why', SLOW, async () => {
  const { link } = await inPlace()
  const page = await visit(link('/lanes'))
  await page.getByText('there are no worktrees: the lanes are the agents').waitFor()
  await cardIn(page, 'guide', 'agent 1').getByText('Working').waitFor()
  expect(await laneOn(page, 'line').locator('[data-task]').count()).toBe(3)
  expect(await page.getByRole('button', { name: 'Worktrees' }).count()).toBe(0)
})

let second: Running | null = null

/** The second run, whose tasks are held until \`.conductor/collided\` is there. */
async function colliding(): Promise<SharedRun & { readonly page: Page }> {
  const { over: firstIsOver, ...run } = await shared()
  await firstIsOver()
  const running = (second ??= run.folder.begin('run', 'colliding.yaml', '--no-ui'))
  const over = async (): Promise<number | null> => {
    run.folder.write('.conductor/collided', '')
    return (await running.done).code
  }
  return { ...run, over, page: await visit(run.at('/lanes')) }
}

it('tells of a collision before it happens', SLOW, async () => {
  const { page } = await colliding()
  await laneOn(page, 'task-left')
    .getByText('would collide with right in list.txt')
    .waitFor({ timeout: 60_000 })
  await laneOn(page, 'task-right').getByText('would collide with left in list.txt').waitFor()
  expect(await laneOn(page, 'task-page').getByText('would collide').count()).toBe(0)
  // The plan leads to the file of this run, not to the usual one.
  await page.getByRole('link', { name: 'Plan', exact: true }).click()
  await page.getByRole('button', { name: 'Show colliding.yaml' }).click()
  await page.getByText('This is the plan of colliding.yaml').waitFor()
  await page.locator('.plan-node', { hasText: 'A page' }).waitFor()
})

it('says where the branch of a lane stands, tries its merge, and lands it', SLOW, async () => {
  const { folder, page } = await colliding()
  const lane = laneOn(page, 'task-page')
  await lane.getByText('merges cleanly').waitFor({ timeout: 40_000 })
  await lane.getByRole('button', { name: 'Details of task-page' }).click()
  const commit = folder.git('rev-parse', '--short=7', 'task-page')
  expect(await lane.innerText()).toMatch(
    new RegExp(`Ready\\s+A page[^]*1 file\\s+\\+1 −0[^]*↑1\\s[^]*${commit}\\s+page: A page User, `),
  )
  await lane.getByRole('button', { name: 'Check merge' }).click()
  await lane.getByText('merges cleanly, and the check passed').waitFor({ timeout: 40_000 })
  expect(await lane.locator('pre').innerText()).toBe('12 passed')
  expect(folder.landed('page.html', 'conductor/run-2')).toBe(null)
  await lane.getByRole('button', { name: 'Land it' }).click()
  await page.getByRole('heading', { name: '1 finished' }).waitFor({ timeout: 40_000 })
  expect(folder.landed('page.html', 'conductor/run-2')).toBe('hi')
})

it('lists worktrees, makes one, and removes it once it was said what is kept', SLOW, async () => {
  const { folder, page, over } = await colliding()
  expect(await over()).toBe(1)
  await page.getByRole('heading', { name: 'Lanes' }).waitFor()
  await page.keyboard.press('w')
  const panel = page.getByRole('region', { name: 'Worktrees of the repository' })
  await panel.getByText('your own checkout').waitFor()
  expect(new URL(page.url()).searchParams.has('worktrees')).toBe(true)

  await panel.getByLabel('New worktree').fill('-no')
  await panel.getByRole('button', { name: 'Make it' }).click()
  await page.locator('.toast.refused').waitFor()

  await panel.getByLabel('New worktree').fill('try-it')
  await panel.getByRole('button', { name: 'Make it' }).click()
  const row = panel.getByRole('row', { name: /shop-try-it/ })
  await row.getByText('made by hand').waitFor({ timeout: 40_000 })
  folder.write('../shop-try-it/idea.txt', 'an idea')
  await page.reload()
  await row.getByText('uncommitted').waitFor()
  expect(await barriersOn(page)).toEqual([])

  await row.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the worktree shop-try-it?' })
  await dialog.getByText('uncommitted files are kept in rescue').waitFor()
  await dialog.getByRole('button', { name: 'Remove it' }).click()
  await row.waitFor({ state: 'detached', timeout: 40_000 })
  const branches = folder.git('for-each-ref', '--format=%(refname)')
  expect(branches).toMatch(/try-it/)
})
