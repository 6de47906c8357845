import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Fact } from '../../src/core/run/event.ts'
import { attemptId, runId, taskId } from '../../src/core/value/ids.ts'
import type { AcpScript, AcpStep } from '../scripted/acp-script.ts'
import { barriersInEveryLook } from '../browser/axe.ts'
import { serveOnce } from '../browser/browser.ts'
import { playOnce } from '../browser/serve-played.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { eventsIn } from '../conductor.ts'
import { OUTCOMES, type Game } from '../played/play.ts'
import { BEGUN, landAll, opened } from '../played/published.ts'
import { until } from '../until.ts'

const SLOW = { timeout: 90_000 }

const { visit } = sharedPage()

const need = (page: Page, kind: string): Locator => page.locator(`[data-kind="${kind}"]`)

const recorded = ({ events }: Game, type: Fact['type'], task: string): number =>
  events.filter((event) => event.type === type && 'task' in event && event.task === task).length

describe('what a review needs', SLOW, () => {
  const reviewed = playOnce('good:\nbad:\ngate:\nother:', {
    isolation: 'worktree',
    review: true,
    agents: 4,
    tasks: {
      good: { name: 'A good page' },
      bad: { name: 'A bad page' },
      gate: {
        name: 'Drop the tables',
        needsHuman: true,
        work: { is: 'command', line: 'echo gone > gone.txt' },
      },
    },
  })

  it('is shown by kind, which is kept in the URL, without accessibility barriers in any look', async () => {
    const { shop, link } = await reviewed()
    for (const task of ['good', 'bad']) shop.game().end(taskId(task), OUTCOMES.succeeded)
    const page = await visit(link('/attention'))
    await page.getByRole('heading', { name: '3 things need you' }).waitFor()
    await page.getByRole('button', { name: 'Approval 1' }).click()
    await until('one is left', async () => (await page.locator('[data-need]').count()) === 1)
    expect(new URL(page.url()).searchParams.get('kind')).toBe('needs-human')
    await page.reload()
    await page.getByRole('article', { name: 'Drop the tables' }).waitFor()
    expect(await page.locator('[data-need]').count()).toBe(1)
    await page.getByRole('button', { name: 'All 3' }).click()
    await until('all are there', async () => (await page.locator('[data-need]').count()) === 3)
    expect(await barriersInEveryLook(page)).toEqual([])
  })

  it('is done here: a delivery lands, one is sent back with words, and a task starts', async () => {
    const { shop, link } = await reviewed()
    const game = shop.game()
    const page = await visit(link('/attention'))
    const good = page.getByRole('article', { name: 'A good page' })
    await good.getByText('a.test.ts').waitFor()
    await good.getByRole('button', { name: 'Land it' }).click()
    await expect.poll(() => game.landing()).toEqual(['good'])

    const bad = page.getByRole('article', { name: 'A bad page' })
    expect(await bad.getByRole('button', { name: 'Send it back' }).isDisabled()).toBe(true)
    await bad.getByLabel('What should be done differently').fill('say it politely')
    await bad.getByRole('button', { name: 'Send it back' }).click()
    await page.getByText('Sent bad back: say it politely').waitFor()
    expect(game.events).toContainEqual(
      expect.objectContaining({ type: 'task-sent-back', why: 'say it politely' }),
    )

    const gate = page.getByRole('article', { name: 'Drop the tables' })
    await gate.getByText('echo gone > gone.txt').waitFor()
    expect(recorded(game, 'attempt-started', 'gate')).toBe(0)
    await gate.getByRole('button', { name: 'Let it start' }).click()
    await page.getByText('Approved gate.').waitFor()
    expect(recorded(game, 'attempt-started', 'gate')).toBe(1)
  })
})

const QUESTION = {
  decision: 'Which token refresh?',
  options: ['fixed expiration', 'sliding expiration', '**neither**, see `src/session.ts`'],
  context:
    'Tokens live for **an hour**.\n\n- nobody may be logged out\n- <b onclick=alert(1)>see</b> [this](javascript:alert(1))',
  area: null,
}

describe('what a task needs that is under way', SLOW, () => {
  const troubled = playOnce('auth:\nconflict:\nred:\ncostly:', {
    isolation: 'worktree',
    agents: 4,
    tasks: {
      auth: { name: 'Implement auth flow', issue: 124 },
      costly: { name: 'A costly one', budgetUsd: 1 },
    },
  })

  it('is a question, shown in its parts, and the task goes on with the option that is chosen', async () => {
    const { shop, link } = await troubled()
    const game = shop.game()
    const asker = { task: taskId('auth'), attempt: attemptId(runId(1), taskId('auth'), 1) }
    const { decision } = QUESTION
    game.record([
      { type: 'question-asked', ...asker, question: QUESTION },
      { type: 'condition-changed', ...asker, condition: { is: 'question', since: 0, decision } },
    ])
    const page = await visit(link('/attention'))
    const question = need(page, 'question')
    await question.getByText('Which token refresh?').waitFor()
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
    game.end(asker.task, { ...OUTCOMES.asked, question: QUESTION })
    await question.getByText('it is stuck').waitFor()
    await question.getByLabel('Your answer').waitFor()
    expect(await words.inputValue()).toBe('I think')
    expect(await question.innerText()).toMatch(
      /Implement auth flow\nauth · #124[^]*Agent\s+\d[^]*Topic\s+Implement auth flow[^]*Reason\s+it is stuck[^]*Tokens live for an hour/,
    )
    await words.press('Escape')
    await page.keyboard.press('2')
    const answer = question.getByLabel('Your answer')
    expect(await answer.inputValue()).toBe('sliding expiration')
    await answer.press('Control+Enter')
    await page.getByText('Told auth: sliding expiration').waitFor()
    await question.waitFor({ state: 'detached' })
    await page.getByText('delivered: its next attempt began with it').waitFor()
    expect(recorded(game, 'attempt-started', 'auth')).toBe(2)
  })

  it('is a conflict, with its files, or a check that failed, with its last lines', async () => {
    const { shop, link } = await troubled()
    for (const verdict of ['conflict', 'red'] as const) {
      shop.game().end(taskId(verdict), OUTCOMES.succeeded)
      shop.game().land(taskId(verdict), verdict, false)
    }
    const page = await visit(link('/attention'))
    const conflict = need(page, 'conflict')
    await conflict.getByText('Files in conflict').waitFor()
    expect(await conflict.innerText()).toMatch(/Files in conflict\s+a\.txt content/)
    await need(page, 'red-check').locator('pre', { hasText: '1 failed' }).waitFor()
    const diff = need(page, 'red-check').getByRole('link', { name: 'See its changes' })
    expect(await diff.getAttribute('href')).toBe('/tasks/red?tab=diff')
  })

  it('is a budget, which is raised, and its agent goes on', async () => {
    const { shop, link } = await troubled()
    const game = shop.game()
    game.spend(taskId('costly'), 1.5)
    game.end(taskId('costly'), OUTCOMES['over budget'])
    const page = await visit(link('/attention'))
    const budget = need(page, 'budget')
    await budget.getByText('$1.50 of $1.00').waitFor()
    const amount = budget.getByLabel('Its total budget in USD')
    expect(await amount.inputValue()).toBe('2')
    await amount.fill('7')
    await amount.press('Enter')
    await page.getByText('may spend $7.00.').waitFor()
    expect(recorded(game, 'attempt-started', 'costly')).toBe(2)
  })

  it('is nothing: the page says so, and what the agents do', async () => {
    const { shop, link } = await troubled()
    const game = shop.game()
    for (const task of ['conflict', 'red'])
      game.ask({ ask: 'reject', task: taskId(task), why: 'again' })
    game.startAll()
    const page = await visit(link('/attention'))
    await page.getByRole('list', { name: 'At work now' }).getByText('A costly one').waitFor()
    await page.getByRole('heading', { name: 'Nothing needs you' }).waitFor()
    landAll(game)
    await page.getByRole('heading', { name: 'This run is over' }).waitFor()
    expect(game.run.ended).not.toBeNull()
  })
})

const AGENT = fileURLToPath(new URL('../programs/acp-agent.ts', import.meta.url))

/** An agent that speaks ACP, wants to do this, and then does; YAML takes JSON as it is. */
function wants(ask: Extract<AcpStep, { readonly ask: unknown }>['ask']): string {
  const turn: readonly AcpStep[] = [
    { ask },
    { run: 'echo done > done.txt' },
    { end: { stopReason: 'end_turn' } },
  ]
  const script: AcpScript = { log: '/dev/null', turns: [turn] }
  const command = [process.execPath, AGENT, JSON.stringify(script)]
  return JSON.stringify({ driver: 'acp', permissions: 'ask', command })
}

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

const PERMISSIONS = `
config: {isolation: none, parallel: 2, agents: {runs: ${WANTS_TO_RUN}, edits: ${WANTS_TO_EDIT}}}
tasks:
  - {id: first, prompt: publish, agent: runs}
  - {id: second, prompt: publish, agent: edits}
`

/** Asks unless its prompt has the answer. */
const ASKING = `
grep -q 'made of oak' && { echo oak >> door.txt; exit 0; }
echo '{"status": "stuck", "stuckReason": "Which wood?", "options": ["pine", "made of oak"], "context": "for the door"}' > "$CONDUCTOR_SESSION_STATE"
`

const DOOR = `
config: {isolation: none, agents: {sh: {command: sh agent.sh}}}
tasks: [{id: door, name: Build the door, prompt: build it, agent: sh}]
`

describe('agents of real runs', SLOW, () => {
  const served = serveOnce(PERMISSIONS, { 'door.yaml': DOOR, 'agent.sh': ASKING })

  it('are allowed what they ask permission for, which is shown as it is, by key, and the next one comes', async () => {
    const { folder, at } = await served()
    const run = folder.begin('run', 'tasks.yaml', '--no-ui')
    const page = await visit(at('/attention'))
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
    await page.getByRole('heading', { name: 'This run is over' }).waitFor({ timeout: 40_000 })
    expect((await run.done).code).toBe(0)
    const decided = eventsIn(folder.path).filter(({ type }) => type === 'permission-decided')
    expect(decided).toMatchObject([
      { allowed: true, why: null },
      { allowed: false, why: 'not before the release' },
    ])
  })

  it('are answered, also when nobody conducts the run any more', async () => {
    const { folder, at } = await served()
    expect((await folder.conductor('run', 'door.yaml', '--no-ui')).code).toBe(1)
    const page = await visit(at('/attention'))
    await page.getByText('This run is not being conducted').waitFor()
    const question = need(page, 'question')
    await question.getByText('for the door').waitFor()
    await question.getByRole('button', { name: 'made of oak' }).click()
    await question.getByRole('button', { name: 'Answer it' }).click()
    await page.getByText('delivered: ').waitFor({ timeout: 40_000 })
    await page.getByRole('heading', { name: 'This run is over' }).waitFor({ timeout: 40_000 })
    expect(readFileSync(join(folder.path, 'door.txt'), 'utf8')).toBe('oak\n')
  })
})

const published = playOnce('api:\nshop: api\nodd:', { isolation: 'worktree', agents: 3 })

it('sends the user to the forge for a pull request, also when the run is over', SLOW, async () => {
  const { shop, link } = await published()
  const game = shop.game()
  landAll(game)
  game.record([
    BEGUN,
    ...opened('task-api', 12),
    ...opened('task-shop', 13, { base: 'task-api', ci: 'fail', failing: ['build'] }),
    ...opened('task-odd', 14, { url: '' }),
  ])
  shop.letGo()
  const page = await visit(link('/attention'))
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
  expect(await barriersInEveryLook(page, 'main')).toEqual([])
  await ready.getByRole('link', { name: 'Diff' }).click()
  await page.waitForURL('**/tasks/api?tab=diff')
})

const MANY = Array.from({ length: 65 }, (_, i) => `task-${i}`)

const many = playOnce(MANY.map((task) => `${task}:`).join('\n'), {
  tasks: Object.fromEntries(MANY.map((task) => [task, { needsHuman: true }])),
})

it('shows many needs some at a time', SLOW, async () => {
  const { link } = await many()
  const page = await visit(link('/attention'))
  await page.getByRole('heading', { name: '65 things need you' }).waitFor()
  expect(await page.locator('[data-need]').count()).toBe(30)
  await page.getByRole('button', { name: 'Show 30 more of 35' }).click()
  await expect.poll(() => page.locator('[data-need]').count()).toBe(60)
})
