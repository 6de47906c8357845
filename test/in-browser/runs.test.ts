import { describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import type { ResultDocument } from '../../src/core/take/result-document.ts'
import { barriersOn } from '../browser/axe.ts'
import { heldBy } from '../browser/board-page.ts'
import { serveOnce } from '../browser/browser.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { DELIVERY, Game, OUTCOMES, planFrom } from '../played/play.ts'
import { storeRuns } from '../played/stored-runs.ts'

/** Whether a link is wholly in sight in a row that can be scrolled. */
const isInView = async (row: Locator, name: string): Promise<boolean> => {
  const [all, one] = [await row.boundingBox(), await row.getByRole('link', { name }).boundingBox()]
  return one!.x >= all!.x && one!.x + one!.width <= all!.x + all!.width
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.locator('main').evaluate((main) => main.scrollWidth > main.clientWidth)

/** From now on, what the header and the result of the run have said. */
async function everythingSaid(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(`
    globalThis.said = new Set()
    const listen = () => {
      for (const part of document.querySelectorAll('.run-word, .run-result')) said.add(part.innerText)
    }
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true })
  `)
  return () => page.evaluate('[...globalThis.said]')
}

/** The coordinator lets go of the run some time after its last event: here, not before this is called. */
async function holdResult(page: Page): Promise<() => void> {
  let isHeld = true
  await page.route(/\/result$/, async (route) => {
    const response = await route.fetch()
    const result: ResultDocument = await response.json()
    const ways = result.ways.map((way) => ({ ...way, ...(isHeld ? STILL_WORKING : {}) }))
    await route.fulfill({ response, json: { ...result, ways } })
  })
  return () => (isHeld = false)
}

const STILL_WORKING = {
  possible: false,
  refused: 'working',
  why: 'run 1 is still working',
  next_step: 'stop it with `conductor cancel`',
}

/** Two tasks by these agents, of which neither adds a test; costs that are not named are not known. */
function shopOf(
  agents: readonly string[],
  costs: Readonly<Record<string, readonly number[]>>,
): Game {
  const ids = ['api', 'pages']
  const tasks = ids.map((id, i) => [
    id,
    { work: { is: 'prompt', text: id } as const, agent: agents[i]! },
  ])
  const plan = planFrom('api:\npages:', Object.fromEntries(tasks))
  const game = new Game(plan, { isolation: 'worktree', check: 'npm test' })
  const files = [{ path: 'a.ts', is: 'changed' }] as const
  // Time counts only while the run has a coordinator.
  game.record([{ type: 'coordinator-started', process: { pid: 1, startedAt: '1' } }])
  game.startAll()
  for (const { id } of plan.tasks) {
    game.now += 60_000
    for (const usd of costs[id] ?? []) game.spend(id, usd)
    game.end(id, OUTCOMES.succeeded, 0.5, { ...DELIVERY, files })
    game.land(id)
  }
  return game
}

const TASKS = (first: string): string =>
  `tasks:\n  - {id: a, run: "echo from the ${first} run; sleep 0.3"}\n  - {id: b, run: "exit 3"}\n`

/** One repository and one page for all tests, which are one flow: they say which runs there are by then. */
const served = serveOnce(TASKS('first'), {
  'second.yaml': TASKS('second'),
  'held.yaml': `tasks:\n  - {id: a, run: '${heldBy('on')}'}\n`,
  'bake.yaml': `config: {check: "true"}\ntasks:\n  - {id: a, name: Bake, run: 'echo bread > bread.txt; ${heldBy('baked')}'}\n`,
  'pulls.yaml': 'tasks:\n  - {id: a, run: "echo a > a.txt"}\n  - {id: b, run: "echo b > b.txt"}\n',
})
const { visit } = sharedPage()

/** A run without worktrees, which take longer. */
const IN_PLACE = ['--no-ui', '--new', '--isolation', 'none']

describe('runs', () => {
  it('tell where money and time went, as charts with tables, and are compared with each other', async () => {
    const { folder, at } = await served()
    folder.write('.conductor/interactions.json', '{"board":4,"lanes":1}')
    storeRuns(folder.path, [
      {
        game: shopOf(['claude', 'claude'], { api: [0.5], pages: [0.25] }),
        at: '2026-03-01T12:00:00',
      },
      { game: shopOf(['claude', 'codex'], { api: [0.2] }), at: '2026-03-04T12:00:00' },
    ])
    const page = await visit(at('/runs'))
    await page
      .getByText('In this project the board was used 4 times. The goal, more than 3, is reached.')
      .waitFor()
    const row = page.getByRole('row', { name: /Run 2/ })
    for (const says of ['play', 'claude, codex', 'Everything landed', '2 of 2', 'at least $0.20'])
      await row.getByText(says, { exact: says === 'play' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('codex')
    await page.getByRole('row', { name: /Run 1/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    for (const run of [2, 1]) await page.getByLabel(`Compare run ${run}`).check()
    await page.getByRole('link', { name: 'Compare run 1 and run 2' }).click()
    const cost = page.getByRole('row', { name: /^Cost \$/ })
    expect(await cost.innerText()).toMatch(
      /^Cost\t\$0\.75\t\$0\.20\t−\$0\.55 \(−73 %\)\s+, better$/,
    )
    await page.getByText('The cost of run 2 is higher').waitFor()
    expect(await barriersOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Runs', exact: true }).last().click()
    await page.getByRole('link', { name: 'Costs of all runs' }).click()
    await page.getByRole('img', { name: 'Cost by task; the table has the figures.' }).waitFor()
    await page.getByRole('button', { name: 'Day' }).click()
    await page.getByRole('img', { name: 'Cost by day; the table has the figures.' }).waitFor()
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['2026-03-01', '2026-03-04'])
    await page.getByRole('button', { name: 'Agent' }).click()
    expect(await page.getByRole('row', { name: /codex/ }).innerText()).toContain('not known')
    const phone = { width: 390, dark: true }
    await visit(at('/costs'), phone)
    await page.waitForURL('**/runs/costs')
    await visit(at('/runs/costs?by=agent&of=time'), phone)
    await page.getByRole('img', { name: 'Time by agent; the table has the figures.' }).waitFor()
    expect(await barriersOn(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    await visit(at('/runs/2'), phone)
    await page.getByRole('link', { name: 'Costs', exact: true }).click()
    await page.getByText('execution', { exact: true }).waitFor()
    expect(await page.locator('.costs-ended').innerText()).toBe(
      'This run is over: 2 landed, 0 conflicts, at least $0.20, 2m.',
    )
    await page.getByRole('link', { name: 'Quality' }).click()
    await page.getByText('code was changed, but no test').first().waitFor()
    expect(await barriersOn(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
  })

  it('that do not exist lead to a message, and back to the list', async () => {
    const { at } = await served()
    const page = await visit(at('/runs/77'))
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('no run 77')
    await page.getByRole('link', { name: 'All runs' }).click()
    await page.waitForURL('**/runs')
  })

  it('are listed with what they came to, newest first, and each can be opened', async () => {
    const { folder, at } = await served()
    await folder.conductor('run', 'tasks.yaml', ...IN_PLACE)
    await folder.conductor('run', 'second.yaml', ...IN_PLACE)
    const page = await visit(at('/runs'))
    await page.getByRole('link', { name: 'Run 4' }).waitFor()
    const rows = await page.locator('tbody tr').allInnerTexts()
    expect(rows.map((row) => /Run \d/.exec(row)?.[0])).toEqual(['Run 4', 'Run 3', 'Run 2', 'Run 1'])
    expect(rows[0]).toContain('Not everything landed')
    expect(rows[0]).toContain('1 of 2')
    expect(await barriersOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Run 3' }).click()
    await page.waitForURL('**/runs/3')
    expect(await page.locator('.run-results').innerText()).toContain('exit code 3')
  })

  it('can be played again, to any moment', async () => {
    const { at } = await served()
    const page = await visit(at('/runs/3/board'))
    const slider = page.getByRole('slider', { name: 'Moment of the run' })
    await slider.waitFor()
    await page.getByText('Landed', { exact: true }).first().waitFor()
    await slider.fill('0')
    await page.getByText('Waiting', { exact: true }).first().waitFor()
    expect(await page.getByText('Landed', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByText('Landed', { exact: true }).first().waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' }).locator('dl div')
    await keys.filter({ hasText: 'Play or pause' }).getByText('Space').waitFor()
    await page.keyboard.press('Escape')
    expect(await barriersOn(page)).toEqual([])
  })

  it('lead from a card to its task as it was in that run, not in the newest', async () => {
    const { at } = await served()
    const page = await visit(at('/runs/3/board'))
    await page.locator('[data-task=a]').getByRole('link').click()
    await page.waitForURL('**/runs/3/tasks/a')
    const log = page.getByRole('log', { name: 'Transcript' })
    await log.getByText('from the first run').waitFor()
    await page.getByRole('link', { name: 'Transcript' }).click()
    await page.getByRole('slider', { name: 'Moment of the run' }).fill('0')
    await page.getByText(/It has not been started yet/).waitFor()
    expect(await log.count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0)
  })

  it('that go on say nothing about how long they took, and are played to the end when they end', async () => {
    const { folder, at } = await served()
    const run = folder.begin('run', 'held.yaml', ...IN_PLACE)
    await run.says('a')
    const page = await visit(at('/runs'), { width: 360 })
    await page.getByRole('cell', { name: 'Running' }).waitFor()
    expect(await page.locator('tbody tr:first-child td:nth-child(8)').textContent()).toBe('')
    expect(await isInView(page.getByRole('navigation', { name: 'Views' }), 'Runs')).toBe(true)
    await page.getByRole('link', { name: 'Run 5' }).click()
    const views = page.getByRole('navigation', { name: 'Views of run 5' })
    await views.getByRole('link', { name: 'Board' }).click()
    const moment = page.getByRole('slider', { name: 'Moment of the run' })
    await moment.waitFor()
    folder.write('.conductor/on', '')
    await page
      .locator('output')
      .getByText(/run \d+ completed/)
      .waitFor()
    await moment.press('ArrowLeft')
    await page
      .locator('output')
      .getByText(/run \d+ completed/)
      .waitFor({ state: 'detached' })
    await moment.press('ArrowRight')
    await page
      .locator('output')
      .getByText(/run \d+ completed/)
      .waitFor()
    await run.done
  })

  it('that end while their board is open offer the result by themselves, and say nothing else before', async () => {
    const { folder, at } = await served()
    const page = await visit(at('/runs/5/board'))
    const moment = page.getByRole('slider', { name: 'Moment of the run' })
    for (const key of ['ArrowLeft', 'ArrowRight']) await moment.press(key)
    const run = folder.begin('run', 'bake.yaml', '--no-ui')
    await page.getByText('Run 6: running').waitFor()
    // Another run has begun, and this one is shown as it was.
    await page
      .locator('output')
      .getByText(/run \d+ completed/)
      .waitFor()
    await visit(at('/board'))
    const said = await everythingSaid(page)
    const letGo = await holdResult(page)
    folder.write('.conductor/baked', '')
    await page.getByText('The result is being put together …').waitFor()
    letGo()
    await page.getByRole('button', { name: 'Merge into main …' }).waitFor()
    await run.done
    expect((await said()).filter((text) => /still working|stopped|`/.test(text))).toEqual([])
  })

  it('are taken when they are over: one action, what will happen, what was done, and Undo', async () => {
    const { folder, at } = await served()
    const before = folder.git('rev-parse', 'main')
    folder.write('tasks.yaml', 'tasks: []\n')
    const page = await visit(at('/board'))
    const result = page.getByRole('region', { name: 'Result of run 6' })
    await result.getByRole('heading', { name: /^1 landed, 0 conflicts, / }).waitFor()
    await result.getByText('main is checked out with changes').waitFor()
    folder.git('checkout', '--quiet', 'tasks.yaml')

    await result.getByRole('link', { name: 'See all of it' }).click()
    await page.waitForURL('**/runs/6')
    await result.getByRole('link', { name: 'a', exact: true }).waitFor()
    await result.getByText('Everything that changed').click()
    await result.getByText('bread.txt', { exact: true }).click()
    await result.getByText('+bread').waitFor()
    expect(await barriersOn(page)).toEqual([])
    await result.getByRole('button', { name: 'Merge into main …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge run 6 into main?' })
    await dialog.getByText('What will happen: main moves forward from').waitFor()
    await dialog.getByRole('button', { name: 'Merge into main' }).click()
    await result.getByText(/Result taken into main at [0-9a-f]{9}, just now/).waitFor()
    expect(folder.git('rev-parse', 'main')).toBe(folder.git('rev-parse', 'conductor/run-6'))
    expect(folder.git('status', '--porcelain')).toBe('')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await result.getByText('Not taken yet').waitFor()
    expect(folder.git('rev-parse', 'main')).toBe(before)

    await result.getByRole('button', { name: 'More ways to take the result' }).click()
    await page.getByRole('menuitem', { name: 'Make a branch …' }).click()
    await page.getByLabel('Name of the branch').fill('baked')
    await page.keyboard.press('Enter')
    await page.getByText('Run 6 was taken as branch baked').waitFor()
    expect(folder.git('rev-parse', 'baked')).toBe(folder.git('rev-parse', 'conductor/run-6'))

    // How it was taken is known from the events, before git was asked what can be done now.
    await page.route('**/api/runs/6/result', () => {})
    await page.goto(at('/board'))
    await result.getByText('✓ Result taken as branch baked').waitFor()
  })

  it('whose lanes are pull requests send the user there first', async () => {
    const { folder, at } = await served()
    folder.git('init', '--quiet', '--bare', '../remote.git')
    folder.git('remote', 'add', 'origin', '../remote.git')
    folder.git('push', '--quiet', 'origin', 'main')
    await folder.conductor('run', 'pulls.yaml', '--pr', '--no-ui')
    const page = await visit(at('/board'))
    const result = page.getByRole('region', { name: 'Result of run 7' })
    await result.getByText('2 pull requests are open: merge them on the forge.').waitFor()
    expect(await result.locator('.button.primary').allInnerTexts()).toEqual(['Pull requests'])
    await result.getByRole('button', { name: 'Merge into main …' }).waitFor()
    expect(await barriersOn(page)).toEqual([])
    await result.getByRole('link', { name: 'Pull requests' }).click()
    await page.waitForURL('**/pull-requests')
  })
})
