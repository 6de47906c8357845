/** Every view and dialog on a screen of 390 pixels: nothing is cut off, nothing has to be scrolled sideways, and axe finds nothing where no other test has looked. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriersOn } from '../browser/axe.ts'
import { HELD, heldBy } from '../browser/board-page.ts'
import { openPage, serve } from '../browser/browser.ts'

const LONG = 'Move the retry policy of all outgoing webhooks behind one_very_long_setting_name_here'

const PLAN = `
config: {parallel: 4, check: "test ! -e broken"}
tasks:
  - {id: left, name: ${LONG}, run: "sed -i s/middle/left/ list.txt", files: [src/a/very/long/path/to/some/file/list.txt]}
  - {id: right, name: The other side, run: '${heldBy('right')}; sed -i s/middle/right/ list.txt', files: [list.txt]}
  - {id: broken, name: Breaks, run: "echo a-line-without-any-space-that-is-longer-than-a-telephone-is-wide-${'x'.repeat(60)} >&2; exit 1", estimate: 2m}
  - {id: gate, name: Drop the tables, needs_human: true, run: "true", dependencies: [left]}
  - {id: slow, name: A slow one, run: '${HELD}', estimate: 5m}
`

/** Opened by these keys or clicks, and closed by Escape. */
type Open = (page: Page) => Promise<unknown>

const click =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('button', { name }).first().click()

const press =
  (key: string): Open =>
  (page) =>
    page.keyboard.press(key)

const VIEWS: readonly string[] = [
  '/board',
  '/board?column=done',
  '/lanes',
  '/lanes?worktrees',
  '/timeline',
  '/timeline?as=table',
  '/orbs',
  '/orbs?as=2d',
  '/attention',
  '/plan',
  '/plan?as=graph',
  '/plan?task=slow',
  '/plan?of=file',
  '/tasks/broken',
  '/tasks/slow',
  '/tasks/left?tab=diff',
  '/tasks/right?tab=diff',
  '/tasks/left?tab=checks',
  '/tasks/left?tab=work',
  '/tasks/left?tab=attempts',
  '/runs',
  '/runs/costs',
  '/runs/1',
  '/runs/1/board',
  '/runs/1/costs',
  '/runs/1/quality',
  '/runs/1/timeline',
]

const DIALOGS: Readonly<Record<string, readonly [path: string, open: Open]>> = {
  'new task': ['/board', press('c')],
  'new plan': ['/board', press('n')],
  palette: ['/board', press('Control+k')],
  keys: ['/board', press('?')],
  repositories: ['/board', press('s')],
  'Suggest Order': ['/orbs', click(/Suggest Order/)],
  terminal: ['/tasks/broken', click('Terminal')],
}

/**
 * What is cut off at the right side of the screen, or has to be scrolled sideways. Tables, source code and rows of tabs may be scrolled; drawings that one moves around are no text.
 */
const CUT_OFF = `(() => {
  const MAY_SCROLL = 'pre, nav, [class*="table"], [class*="tabs"], .diff-lines, .file-diff, .chart-scroll, .conflict-versions'
  const DRAWN = 'svg, canvas, .graph-screen, .band-heads, .unseen, .hall, .xterm, .chart'
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const all = [...document.querySelectorAll('body *')].filter((element) => element.closest(DRAWN) === null && isSeen(element))
  const sideways = all.filter((element) =>
    scrolls(element) && element.scrollWidth > element.clientWidth + 1 && element.closest(MAY_SCROLL) === null)
  const isInScroller = (element) => element !== null && ((element.matches(MAY_SCROLL) && scrolls(element)) || isInScroller(element.parentElement))
  const cut = all.filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !isInScroller(element.parentElement))
  const over = all.filter((element) => element.closest('.top-line') !== null && element.clientWidth > 0 &&
    getComputedStyle(element).overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1)
  const root = document.documentElement
  return [
    ...(root.scrollWidth > root.clientWidth ? ['the page is ' + root.scrollWidth + ' wide'] : []),
    ...sideways.slice(0, 3).map((element) => 'scrolls: ' + element.outerHTML.slice(0, 160)),
    ...over.map((element) => 'over its neighbour: ' + element.outerHTML.slice(0, 160)),
    ...cut.slice(0, 5).map((element) => 'cut: ' + element.outerHTML.slice(0, 160)),
  ]
})()`

/** In these, axe finds nothing on a phone in the tests of the views themselves, which show more of them. */
const PASSED_BY_AXE: ReadonlySet<string> = new Set([
  '/board',
  '/lanes',
  '/timeline',
  '/attention',
  '/plan',
  '/plan?as=graph',
  '/plan?task=slow',
  '/plan?of=file',
  '/tasks/right?tab=diff',
  'new task',
  'new plan',
  'repositories',
  'Suggest Order',
])

const problemsOn = async (page: Page, name: string): Promise<readonly string[]> => [
  ...(await page.evaluate<readonly string[]>(CUT_OFF)),
  ...(PASSED_BY_AXE.has(name) ? [] : await barriersOn(page)),
]

/** As a link does it: to load the page each time would take ten times as long. */
const goTo = (path: string): string => `(async () => {
  history.pushState(null, '', ${JSON.stringify(path)})
  for (let frame = 0; frame < 3; frame++) await new Promise((seen) => requestAnimationFrame(seen))
})()`

it('has room on a telephone', { timeout: 240_000 }, async () => {
  const { folder, at } = await serve(PLAN, { 'list.txt': 'middle\n' })
  folder.write('.conductor/config.yaml', 'terminal: true\n')
  const run = folder.begin('run', 'tasks.yaml', '--no-ui')
  await run.says(/left {2}landed/)
  folder.write('.conductor/right', '')
  const page = await openPage(at('/attention'), { width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('[data-kind="conflict"]').waitFor({ timeout: 40_000 })
  const problems: Record<string, readonly string[]> = {}
  const go = async (path: string): Promise<void> => {
    await page.evaluate(goTo(path))
    await page.locator('main > *').first().waitFor()
  }
  const look = async (name: string): Promise<void> => {
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    const found = await problemsOn(page, name)
    if (found.length > 0) problems[name] = found
  }
  const lookAtDialog = async (name: string, open: Open): Promise<void> => {
    await open(page)
    await page.getByRole('dialog').first().waitFor()
    await look(name)
    // In a terminal, Escape is for the program that runs there.
    if (name === 'terminal') await page.getByRole('button', { name: 'Close' }).click()
    else await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  // The top is compact, and says on every view what needs the user.
  const top = page.locator('.top-bar')
  const needs = page.getByRole('navigation', { name: 'Views' }).locator('.needs')
  for (const path of ['/board', '/runs']) {
    await go(path)
    expect((await top.boundingBox())!.height).toBeLessThan(145)
    const { x, width } = (await needs.boundingBox())!
    expect(x).toBeGreaterThan(0)
    expect(x + width).toBeLessThan(390)
  }
  for (const path of VIEWS) {
    await go(path)
    await look(path)
  }
  for (const [name, [path, open]] of Object.entries(DIALOGS)) {
    await go(path)
    await lookAtDialog(name, open)
  }
  // When the run is over: its result, the ways to take it, and the start of the next one.
  await go('/board')
  await folder.conductor('cancel', 'right')
  await folder.conductor('cancel', 'gate')
  folder.write('.conductor/go', '')
  await run.done
  const result = page.getByRole('region', { name: 'Result of run 1' })
  await result.waitFor({ timeout: 40_000 })
  await look('the result')
  await lookAtDialog('take', click(/^Merge into/))
  for (const path of ['/timeline', '/plan', '/attention', '/runs/1']) {
    await go(path)
    await look(`${path}, when it is over`)
  }
  await go('/plan')
  // The batches are tables of their own, whose columns stand below one another.
  const columns = await page
    .locator('.plan-list td:nth-child(2)')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().x)))
  expect(new Set(columns).size).toBe(1)
  await go('/plan?of=file')
  await lookAtDialog('start', click('Start this plan'))
  expect(problems).toEqual({})
})
