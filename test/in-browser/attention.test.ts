import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AcpScript, AcpStep } from '../scripted/acp-script.ts'
import { barriersInEveryLook } from '../browser/axe.ts'
import { HELD, heldBy } from '../browser/board-page.ts'
import { openPage, runOnce, serve } from '../browser/browser.ts'
import { servePlayed } from '../browser/serve-played.ts'
import { eventsIn } from '../conductor.ts'
import { writeLargeRun } from '../played/large-run.ts'
import { BEGUN, landAll, opened } from '../played/published.ts'
import { until } from '../until.ts'

const SLOW = { timeout: 90_000 }

/** Asks unless its prompt has the answer; its turn ends when the file `go` is there. */
const ASKING = `
prompt=$(cat)
if echo "$prompt" | grep -q 'sliding expiration'; then
  echo sliding >> auth.txt
  exit 0
fi
echo begun > auth.txt
cat > "$CONDUCTOR_SESSION_STATE" <<'END'
{"status": "stuck", "stuckReason": "Which token refresh?", "options": ["fixed expiration", "sliding expiration", "**neither**, see \`src/session.ts\`"],
 "context": "Tokens live for **an hour**.\\n\\n- nobody may be logged out\\n- <b onclick=alert(1)>see</b> [this](javascript:alert(1))"}
END
${HELD}
`

const AGENT = fileURLToPath(new URL('../programs/acp-agent.ts', import.meta.url))

/** An agent that speaks ACP and plays these turns; YAML takes JSON as it is. */
const acp = (...turns: readonly (readonly AcpStep[])[]): string => {
  const script: AcpScript = { log: '/dev/null', turns }
  const command = [process.execPath, AGENT, JSON.stringify(script)]
  return JSON.stringify({ driver: 'acp', permissions: 'ask', command })
}

const wants = (ask: Extract<AcpStep, { readonly ask: unknown }>['ask']): string =>
  acp([{ ask }, { run: 'echo done > done.txt' }, { end: { stopReason: 'end_turn' } }])

const WANTS_TO_RUN = wants({
  toolCallId: 't1',
  title: 'npm publish',
  kind: 'execute',
  rawInput: { command: 'npm test\nnpm publish' },
})

const WANTS_TO_EDIT = wants({
  toolCallId: 't1',
  title: 'Edit src/a.ts',
  kind: 'edit',
  rawInput: { path: 'src/a.ts' },
  content: [{ type: 'diff', path: 'src/a.ts', oldText: 'one\n', newText: 'two\n' }],
})

const SPENDS: AcpStep = {
  update: {
    sessionUpdate: 'usage_update',
    used: 1,
    size: 2,
    cost: { amount: 1.5, currency: 'USD' },
  },
}

const need = (page: Page, kind: string): Locator => page.locator(`[data-kind="${kind}"]`)

it(
  'shows a question in its parts, and the task goes on with the option that is chosen',
  SLOW,
  async () => {
    const { folder, at } = await serve(
      `
config: {agents: {sh: {command: sh agent.sh}}}
tasks:
  - {id: auth, issue: 124, name: Implement auth flow, prompt: Let people log in., agent: sh}
  - {id: other, run: '${heldBy('stay')}'}
`,
      { 'agent.sh': ASKING },
    )
    folder.begin('run', 'tasks.yaml', '--no-ui')
    const page = await openPage(at('/attention'))
    const question = need(page, 'question')
    await question.getByText('Which token refresh?').waitFor({ timeout: 40_000 })
    // What an agent writes is Markdown: marks become emphasis, HTML stays text, and a link leads only to the web.
    await question.locator('dd strong', { hasText: 'an hour' }).waitFor()
    await question.locator('dd li', { hasText: '<b onclick=alert(1)>see</b> this' }).waitFor()
    expect(await question.locator('dd a, dd b').count()).toBe(0)
    const third = question.getByRole('button', { name: 'neither, see src/session.ts' })
    expect(await third.locator('strong, code').count()).toBe(2)
    const words = question.getByRole('textbox')
    await words.fill('I think')
    // The agent ends its turn some time after it has asked; the text that the user is typing stays.
    await question.getByText('has not ended its turn yet').waitFor()
    folder.write('.conductor/go', '')
    await question.getByText('it is stuck').waitFor()
    await question.getByLabel('Your answer').waitFor()
    expect(await words.inputValue()).toBe('I think')
    expect(await question.innerText()).toMatch(
      /Implement auth flow\nauth · #124[^]*Worker\s+\d[^]*Topic\s+Implement auth flow[^]*Reason\s+it is stuck[^]*Tokens live for an hour/,
    )
    await words.press('Escape')
    await page.keyboard.press('2')
    const answer = question.getByLabel('Your answer')
    expect(await answer.inputValue()).toBe('sliding expiration')
    await answer.press('Control+Enter')
    await page.getByText('Told auth: sliding expiration').waitFor()
    await question.waitFor({ state: 'detached' })
    await page.getByText('delivered: its next attempt began with it').waitFor()
    await until('it has landed', () => folder.landed('auth.txt') === 'begun\nsliding', 40)
    folder.write('.conductor/stay', '')
  },
)

it(
  'answers an agent that asks by its tools, also when nobody conducts the run any more',
  SLOW,
  async () => {
    const program = fileURLToPath(new URL('../programs/asking-agent.ts', import.meta.url))
    const { folder, at } = await serve(`
config: {agents: {asker: {command: ${JSON.stringify(`${process.execPath} ${program}`)}}}}
tasks: [{id: door, name: Paint the door, prompt: paint it, agent: asker}]
`)
    expect((await folder.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
    const page = await openPage(at('/attention'))
    await page.getByText('This run is not being conducted').waitFor()
    const question = need(page, 'question')
    await question.getByText('for the door').waitFor()
    await question.getByRole('button', { name: 'blue' }).click()
    await question.getByRole('button', { name: 'Answer it' }).click()
    await page.getByText('delivered: ').waitFor({ timeout: 40_000 })
    await page.getByRole('heading', { name: 'This run is over' }).waitFor({ timeout: 40_000 })
    const { stdout } = await folder.conductor('logs', 'door')
    expect(stdout).toContain('blue')
  },
)

it(
  'allows what an agent asks permission for, which is shown as it is, by key, and goes on to the next one',
  SLOW,
  async () => {
    const { folder, at } = await serve(`
config: {parallel: 2, agents: {runs: ${WANTS_TO_RUN}, edits: ${WANTS_TO_EDIT}}}
tasks:
  - {id: first, prompt: publish, agent: runs}
  - {id: second, prompt: publish, agent: edits}
`)
    const run = folder.begin('run', 'tasks.yaml', '--no-ui')
    const page = await openPage(at('/attention'))
    await page.getByRole('heading', { name: '2 things need you' }).waitFor({ timeout: 40_000 })
    const first = page.locator('[data-need]').first()
    const command = page.getByRole('group', { name: 'What it would run' })
    expect(await command.innerText()).toBe('npm test\nnpm publish')
    const change = page.getByRole('group', { name: 'What it would change' })
    expect(await change.locator('[data-change]').allInnerTexts()).toEqual([
      '@@ src/a.ts\n',
      '-one\n',
      '+two\n',
    ])
    const name = await first.getAttribute('data-need')
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'One thing needs you' }).waitFor()
    const focused = page.locator('[data-need]:focus')
    await focused.waitFor()
    expect(await focused.getAttribute('data-need')).not.toBe(name)
    await page.getByLabel('Why not').fill('not before the release')
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor()
    await run.done
    const decided = eventsIn(folder.path).filter(({ type }) => type === 'permission-decided')
    expect(decided).toMatchObject([
      { allowed: true, why: null },
      { allowed: false, why: 'not before the release' },
    ])
  },
)

const REVIEWED = `
config: {land: {review: true}}
tasks:
  - {id: good, name: A good page, run: "echo good > good.txt"}
  - {id: bad, name: A bad page, run: "echo bad >> bad.txt"}
  - {id: gate, name: Drop the tables, needs_human: true, run: "echo gone > gone.txt"}
  - {id: other, run: '${HELD}'}
`

it('approves a delivery, sends one back with words, and lets a task start', SLOW, async () => {
  const { folder, at } = await serve(REVIEWED)
  folder.begin('run', 'tasks.yaml', '--no-ui')
  const page = await openPage(at('/attention'))
  await page.getByRole('heading', { name: '3 things need you' }).waitFor({ timeout: 40_000 })
  const good = page.getByRole('article', { name: 'A good page' })
  await good.getByText('good.txt').waitFor()
  await good.getByRole('button', { name: 'Land it' }).click()
  await until('it has landed', () => folder.landed('good.txt') === 'good', 40)

  const bad = page.getByRole('article', { name: 'A bad page' })
  expect(await bad.getByRole('button', { name: 'Send it back' }).isDisabled()).toBe(true)
  await bad.getByLabel('What should be done differently').fill('say it politely')
  await bad.getByRole('button', { name: 'Send it back' }).click()
  await page.getByText('Sent bad back: say it politely').waitFor()
  await until('it was sent back', () =>
    eventsIn(folder.path).some(
      (event) => event.type === 'task-sent-back' && event.why === 'say it politely',
    ),
  )

  const gate = page.getByRole('article', { name: 'Drop the tables' })
  await gate.getByText('echo gone > gone.txt').waitFor()
  await gate.getByRole('button', { name: 'Let it start' }).click()
  await page.getByText('Approved gate.').waitFor()
  await until('it was started', () =>
    eventsIn(folder.path).some(
      (event) => event.type === 'attempt-started' && event.task === 'gate',
    ),
  )
  folder.write('.conductor/go', '')
})

/** For tests that only look. */
const reviewed = runOnce(REVIEWED)

it('shows one kind only, and keeps that in the URL', SLOW, async () => {
  const { at } = await reviewed()
  const page = await openPage(at('/attention'))
  await page.getByRole('heading', { name: '3 things need you' }).waitFor({ timeout: 40_000 })
  await page.getByRole('button', { name: 'Approval 1' }).click()
  await until('one is left', async () => (await page.locator('[data-need]').count()) === 1)
  expect(new URL(page.url()).searchParams.get('kind')).toBe('needs-human')
  await page.reload()
  await page.getByRole('article', { name: 'Drop the tables' }).waitFor()
  expect(await page.locator('[data-need]').count()).toBe(1)
  await page.getByRole('button', { name: 'All 3' }).click()
  await until('all are there', async () => (await page.locator('[data-need]').count()) === 3)
})

it('names the files of a conflict, and shows the end of a check that failed', SLOW, async () => {
  const { folder, at } = await serve(
    `
config: {parallel: 3}
tasks:
  - {id: left, run: "sed -i s/middle/left/ list.txt; sleep 1"}
  - {id: right, run: "sed -i s/middle/right/ list.txt; sleep 1"}
  - {id: red, check: "echo expected 3 columns; exit 1", run: "echo r > red.txt"}
`,
    { 'list.txt': 'middle\n' },
  )
  folder.begin('run', 'tasks.yaml', '--no-ui')
  const page = await openPage(at('/attention'))
  const conflict = need(page, 'conflict')
  await conflict.getByText('Files in conflict').waitFor({ timeout: 40_000 })
  expect(await conflict.innerText()).toMatch(/Files in conflict\s+list\.txt content/)
  await need(page, 'red-check').locator('pre', { hasText: 'expected 3 columns' }).waitFor()
  const diff = need(page, 'red-check').getByRole('link', { name: 'See its changes' })
  expect(await diff.getAttribute('href')).toBe('/tasks/red?tab=diff')
})

it('raises the budget of a task, and its agent goes on', SLOW, async () => {
  const agent = acp([SPENDS, { waitFor: '/nowhere/at-all' }])
  const { folder, at } = await serve(`
config: {agents: {acp: ${agent}}}
tasks:
  - {id: costly, prompt: think, agent: acp, budget_usd: 1}
  - {id: other, run: '${HELD}'}
`)
  const run = folder.begin('run', 'tasks.yaml', '--no-ui')
  const page = await openPage(at('/attention'))
  const budget = need(page, 'budget')
  await budget.getByText('$1.50 of $1.00').waitFor({ timeout: 40_000 })
  const amount = budget.getByLabel('Its total budget in USD')
  expect(await amount.inputValue()).toBe('2')
  await amount.fill('7')
  await amount.press('Enter')
  await page.getByText('may spend $7.00.').waitFor()
  await until(
    'it goes on',
    () => eventsIn(folder.path).filter(({ type }) => type === 'attempt-started').length === 3,
    40,
  )
  run.child.kill('SIGINT')
  await run.done
})

it('says that nobody is needed, and what the agents do', SLOW, async () => {
  const { folder, at } = await serve(
    'tasks: [{id: slow, name: A slow one, run: "until test -e go; do sleep 0.1; done"}]',
  )
  const run = folder.begin('run', 'tasks.yaml', '--no-ui')
  const page = await openPage(at('/attention'))
  await page
    .getByRole('list', { name: 'At work now' })
    .getByText('A slow one')
    .waitFor({ timeout: 40_000 })
  await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor()
  await until('it works', () => existsSync(join(folder.path, '../shop-task-slow/tasks.yaml')))
  folder.write('../shop-task-slow/go', '')
  await page.getByRole('heading', { name: 'This run is over' }).waitFor()
  expect((await run.done).code).toBe(0)
  expect(existsSync(join(folder.path, 'go'))).toBe(false)
})

it('has no accessibility barriers, in light, in dark and on a phone', SLOW, async () => {
  const { at } = await reviewed()
  const page = await openPage(at('/attention'))
  await page.getByRole('heading', { name: '3 things need you' }).waitFor({ timeout: 40_000 })
  expect(await barriersInEveryLook(page)).toEqual([])
})

it('sends the user to the forge for a pull request, also when the run is over', SLOW, async () => {
  await using served = await servePlayed('api:\nshop: api\nodd:', {
    isolation: 'worktree',
    agents: 3,
  })
  const { shop, link } = served
  const game = shop.game()
  landAll(game)
  game.record([
    BEGUN,
    ...opened('task-api', 12),
    ...opened('task-shop', 13, { base: 'task-api', ci: 'fail', failing: ['build'] }),
    ...opened('task-odd', 14, { url: '' }),
  ])
  shop.letGo()
  const page = await openPage(link('/attention'))
  await page.getByRole('heading', { name: '3 things need you' }).waitFor()
  const ready = need(page, 'pull-ready').filter({ hasText: '#12' })
  await ready.getByText('PR ready').waitFor()
  await ready.getByText('Review and merge it; Conductor follows.').waitFor()
  const forge = ready.getByRole('link', { name: 'Open #12' })
  expect(await forge.getAttribute('href')).toBe('https://github.com/acme/shop/pull/12')
  const stuck = need(page, 'pull-stuck')
  await stuck.getByText('PR stuck').waitFor()
  await stuck.getByText('Push a fix to task-shop, or answer there; Conductor follows.').waitFor()
  const odd = need(page, 'pull-ready').filter({ hasText: '#14' })
  expect(await odd.locator('.need-buttons a').allInnerTexts()).toEqual(['Diff', 'Pull requests'])
  expect(await page.getByText('not being conducted').count()).toBe(0)
  expect(await page.getByText('Blocked until you decide').count()).toBe(0)
  expect(await barriersInEveryLook(page)).toEqual([])
  await ready.getByRole('link', { name: 'Diff' }).click()
  await page.waitForURL('**/tasks/api?tab=diff')
})

it('shows thousands of needs some at a time', SLOW, async () => {
  const { folder, at } = await serve('tasks: [{id: a, run: "true"}]')
  writeLargeRun(folder.path, 4000)
  const page = await openPage(at('/attention'))
  await page.getByRole('heading', { name: '2000 things need you' }).waitFor()
  expect(await page.locator('[data-need]').count()).toBe(30)
  await page.getByRole('button', { name: 'Show 30 more of 1970' }).click()
  await expect.poll(() => page.locator('[data-need]').count()).toBe(60)
})
