/** The tools of an MCP client for runs, the tools of an agent for its attempt, and `conductor session`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { taskId } from '../../src/core/value/ids.ts'
import { askCoordinator } from '../../src/server/control/ask-coordinator.ts'
import { findCoordinator } from '../../src/store/coordinator-lock.ts'
import { BIN, folder, killNow, repository, type Folder } from '../conductor.ts'
import { connectMcp, type Mcp } from '../scripted/mcp-client.ts'
import { until } from '../until.ts'
import { gitIn } from '../repository/git-in.ts'
import { madeHistory, partsHistory } from '../repository/made-history.ts'

const HOME = '.conductor'

let server: Mcp
let serverPlace: Folder
beforeAll(async () => {
  serverPlace = folder({}, { isShared: true })
  server = await serverIn(serverPlace)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await serverPlace[Symbol.asyncDispose]()
})

/** The one server of these tests, with its tools in this folder. */
function mcpIn(place: Folder): Pick<Mcp, 'call'> {
  endWithTest(place)
  const directory = place.path
  return { call: (tool, input = {}) => server.call(tool, { directory, ...input }) }
}

/** A run that a server has started outlives the server, but not the test. */
const endWithTest = (place: Folder): void =>
  onTestFinished(() => {
    const left = findCoordinator(join(place.path, HOME))
    if (left !== null) killNow(left.process.pid)
  })

function serverIn({ path }: Folder): Promise<Mcp> {
  const { PATH = '' } = process.env
  const environment = { PATH, HOME: path }
  return connectMcp({ command: [process.execPath, BIN, 'mcp'], cwd: path, environment })
}

const plan = (...tasks: readonly string[]): string =>
  ['tasks:', ...tasks.map((task) => `  - ${task}`), ''].join('\n')

/** A task that works until the file go-<id> appears. */
const gated = (id: string, more = ''): string =>
  `{id: ${id}, run: "echo ${id} works; while [ ! -e go-${id} ]; do sleep 0.1; done"${more}}`

describe('conductor mcp', () => {
  it('offers every tool, with instructions', () => {
    expect(server.instructions).toContain('wait_for_attention')
    expect([...server.tools].sort()).toEqual([
      'add_task',
      'approve_task',
      'cancel',
      'change_task',
      'compare_runs',
      'decide_permission',
      'diff_task',
      'explain_task',
      'foresee',
      'guide_task',
      'list_issues',
      'list_runs',
      'merge_task',
      'pause_run',
      'plan',
      'reject_task',
      'resolve_conflict',
      'resume_run',
      'retry_task',
      'run_report',
      'run_status',
      'set_agents',
      'set_budget',
      'show_conflicts',
      'show_costs',
      'show_result',
      'simulate_plan',
      'skip_task',
      'start_run',
      'suggest_order',
      'take_result',
      'task_log',
      'validate_plan',
      'wait_for_attention',
    ])
  })

  it('resolves a conflict, takes the result, tells what it has cost, and writes a task into the task file', async () => {
    await using shop = repository({
      'list.txt': '1\n2\n3\n',
      'tasks.yaml': `config: {land: {review: true}}\n${plan(
        `{id: a, run: "sed -i 's/2/a 2/' list.txt"}`,
        `{id: b, run: "sed -i 's/2/b 2/' list.txt"}`,
      )}`,
    })
    await shop.conductor('run', 'tasks.yaml')
    await shop.conductor('approve', 'a')
    await shop.conductor('approve', 'b')
    const mcp = mcpIn(shop)
    const seen = await mcp.call('show_conflicts', { task: 'b' })
    expect(seen.text).toContain('already landed:\n      | a 2')
    const [conflict] = seen.document['conflicts'] as readonly { readonly token: string }[]
    const late = await mcp.call('resolve_conflict', { task: 'b', keep: 'task', token: 'old' })
    expect([late.isError, late.text]).toEqual([true, expect.stringContaining('has changed since')])
    const files = { 'list.txt': { hunks: [{ text: 'a and b\n' }] } }
    const { token } = conflict!
    expect((await mcp.call('resolve_conflict', { task: 'b', files, token })).text).toMatch(
      /^Resolved the conflict of b\.\nRun 1 is conducted by process/,
    )
    await until('it has landed', () => shop.landed('list.txt') === '1\na and b\n3')
    await until(
      'the run is over',
      async () => (await mcp.call('wait_for_attention')).document['why'] === 'ended',
    )
    await until('nobody conducts', () => findCoordinator(join(shop.path, HOME)) === null)

    const result = await mcp.call('show_result')
    expect(result.text).toMatch(/^ {2}take_result way: "merge" /m)
    expect(result.text).not.toContain('conductor take')
    expect(result.document['target']).toBe('conductor/run-1')
    const unnamed = await mcp.call('take_result', { way: 'branch' })
    expect([unnamed.isError, unnamed.text]).toEqual([true, expect.stringContaining('name')])
    expect((await mcp.call('take_result', { way: 'check' })).document['would_take']).toBe(true)
    const before = shop.git('rev-parse', 'main')
    const taken = await mcp.call('take_result', { way: 'merge' })
    expect([taken.isError, taken.text]).toEqual([
      false,
      expect.stringContaining('take_result way: "undo"'),
    ])
    expect(shop.git('show', 'main:list.txt')).toContain('a and b')
    await mcp.call('take_result', { way: 'undo' })
    expect(shop.git('rev-parse', 'main')).toBe(before)

    const task = { id: 'c', run: 'true' }
    const preview = await mcp.call('add_task', { task, to: 'file', preview: true })
    expect(preview.text).toMatch(/^\+.*id: c/m)
    expect(readFileSync(join(shop.path, 'tasks.yaml'), 'utf8')).not.toContain('id: c')
    await mcp.call('add_task', { task, to: 'file' })
    expect(readFileSync(join(shop.path, 'tasks.yaml'), 'utf8')).toContain('id: c')
    expect((await mcp.call('show_costs', { by: 'agent' })).document).toMatchObject({ run: '1' })
    shop.write('other.yaml', plan('{id: a, run: "true"}'))
    await shop.conductor('run', 'other.yaml', '--isolation', 'none')
    expect((await mcp.call('compare_runs', { run: 1, with: 2 })).isError).toBe(false)
  })

  it('makes a plan from words, and writes the task file', async () => {
    await using place = folder()
    const mcp = mcpIn(place)
    const made = await mcp.call('plan', { text: 'Todo app with login', parallel: 2, offline: true })
    expect(made.document).toMatchObject({ state: 'queue_ready', executor_budget: 2, num_tasks: 5 })
    expect(existsSync(join(place.path, 'tasks.yaml'))).toBe(true)
    expect(await mcp.call('plan', { text: '' })).toMatchObject({ isError: true })
  })

  it('foresees the files of a task and of a plan', async () => {
    await using place = folder()
    using made = madeHistory(partsHistory(30))
    gitIn(place.path, 'clone', '-q', made.path, '.')
    const mcp = mcpIn(place)
    const one = await mcp.call('foresee', { text: 'router: it counts', top: 1 })
    expect(one.document).toMatchObject({ files: [{ path: 'src/router/router.ts' }] })
    const yaml = plan(
      '{id: a, name: "router: counts", run: x}',
      '{id: b, name: "router: reads", run: x}',
    )
    const both = await mcp.call('foresee', { yaml })
    expect(both.document).toMatchObject({ collisions: [{ tasks: ['a', 'b'] }] })
    expect(await mcp.call('foresee', {})).toMatchObject({ isError: true })
  })

  it('checks and simulates a plan, from a file and from its text, in any folder', async () => {
    await using here = folder()
    await using there = folder({ 'tasks.yaml': plan('{id: a, run: "true", estimate: 1m}') })
    const mcp = mcpIn(here)
    const elsewhere = await mcp.call('validate_plan', { file: 'tasks.yaml', directory: there.path })
    expect(elsewhere).toMatchObject({ isError: false, document: { ok: true, tasks: 1 } })
    const yaml = plan('{id: a, run: x, estimate: 1m}', '{id: b, run: x, estimate: 1m}')
    const simulated = await mcp.call('simulate_plan', { yaml, parallel: 2 })
    expect(simulated.document).toMatchObject({ makespan_s: 60, agents: 2 })
    const bad = await mcp.call('validate_plan', {
      yaml: plan('{id: a, run: x, dependencies: [b]}'),
    })
    expect(bad.isError).toBe(true)
    expect(bad.text).toMatch(/^plan\.yaml:2:\d+ {2}.*"b"/)
    expect(bad.document).toMatchObject({ error: 'refused', problems: [{ hint: null }] })
  })

  describe('refuses', () => {
    it.each([
      ['a plan twice', 'validate_plan', { file: 'a', yaml: 'b' }, 'either a file or yaml'],
      ['no plan', 'simulate_plan', {}, 'either a file or yaml'],
      ['a plan outside', 'plan', { text: 'x', file: '../x.yaml' }, 'not in the repository'],
      ['a start of nothing', 'start_run', {}, 'the path in `file`, or the text in `yaml`'],
      ['a text that is no plan', 'start_run', { yaml: 'tasks: 7' }, '<stdin>:1:8'],
      ['a file that is not there', 'start_run', { file: 'no.yaml' }, 'no.yaml'],
      ['a file that looks like an option', 'start_run', { file: '--new' }, '--new'],
      ['a folder that is not there', 'list_runs', { directory: 'nowhere' }, 'there is no folder'],
      ['a run that was never started', 'run_status', {}, 'no run has been started here yet'],
      ['guidance for nobody', 'guide_task', { task: 'a', text: 'x' }, 'no run has been started'],
      ['guidance without words', 'guide_task', { task: 'a', text: ' ' }, 'text'],
      ['a pause of nothing', 'pause_run', {}, 'no run is being conducted here'],
      ['no such argument', 'list_runs', { colour: 'red' }, 'colour'],
      ['a wait that is too long', 'wait_for_attention', { timeout_seconds: 51 }, 'timeout_seconds'],
    ])('%s, and changes nothing', async (_, tool, input, says) => {
      const answer = await server.call(tool, input)
      expect(answer.isError).toBe(true)
      expect(answer.text).toContain(says)
      expect(existsSync(join(serverPlace.path, HOME, 'conductor.db'))).toBe(false)
    })
  })

  it('starts a run that goes on when the client has ended, and can be looked at and asked by the next', async () => {
    await using place = folder({
      'tasks.yaml': plan(gated('a'), gated('b'), '{id: c, run: "true", dependencies: [a]}'),
    })
    {
      endWithTest(place)
      await using first = await serverIn(place)
      const started = await first.call('start_run', { file: 'tasks.yaml', parallel: 2 })
      expect(started).toMatchObject({ isError: false, document: { run: '1' } })
      const again = await first.call('start_run', { file: 'tasks.yaml' })
      expect(again).toMatchObject({ isError: true })
      expect(again.text).toContain('is being conducted here already')
    }
    const mcp = mcpIn(place)
    const typed = await place.json('status')
    const status = await mcp.call('run_status')
    expect(Object.keys(status.document)).toEqual(Object.keys(typed))
    expect(status.document).toMatchObject({ run: '1', conducted: true })
    await until('a has printed', async () =>
      (await mcp.call('task_log', { task: 'a' })).text.includes('a works'),
    )
    expect((await mcp.call('explain_task', { task: 'c' })).text).toContain('waiting')
    const unknown = await mcp.call('explain_task', { task: 'cc' })
    expect(unknown).toMatchObject({ isError: true, document: { hint: 'did you mean "c"?' } })
    expect((await mcp.call('diff_task', { task: 'a' })).text).toContain('works in place')
    expect((await mcp.call('guide_task', { task: 'a', text: 'Be quick.' })).isError).toBe(false)
    expect((await mcp.call('set_budget', { usd: 3, task: 'a' })).text).toContain('$3.00')
    expect((await mcp.call('decide_permission', { task: 'a', allow: true })).isError).toBe(true)
    expect((await mcp.call('pause_run')).isError).toBe(false)
    expect((await mcp.call('resume_run')).isError).toBe(false)
    expect((await mcp.call('pause_run', { batch: 1 })).text).toContain('Batch 1 is paused')
    expect((await mcp.call('resume_run', { batch: 1 })).text).toContain('Batch 1 of run 1')
    expect((await mcp.call('resume_run', { batch: 9 })).text).toContain('there is no batch 9')
    expect((await mcp.call('set_agents', { agents: 4 })).text).toContain('At most 4 agents')
    const changed = await mcp.call('change_task', { task: 'a', priority: 'high' })
    expect(changed).toMatchObject({ isError: true })
    const task = { id: 'd', run: 'true', dependencies: ['b'], priority: 1 }
    expect((await mcp.call('add_task', { task })).document).toMatchObject({ affected: ['d'] })
    expect((await mcp.call('add_task', { task })).isError).toBe(true)
    expect((await mcp.call('cancel', { task: 'b' })).document).toMatchObject({
      affected: ['b', 'd'],
    })
    place.write('go-a', '')
    const over = await mcp.call('wait_for_attention', { timeout_seconds: 20 })
    expect(over.document).toMatchObject({ why: 'ended', status: 'failed' })
    await until('nobody conducts', () => findCoordinator(join(place.path, HOME)) === null)
    place.write('go-b', '')
    const retried = await mcp.call('retry_task', { task: 'b' })
    expect(retried).toMatchObject({ isError: false, document: { run: '1' } })
    const end = await mcp.call('wait_for_attention', { timeout_seconds: 20 })
    expect(end.document).toMatchObject({ why: 'ended', status: 'completed' })
    expect((await mcp.call('list_runs')).document).toMatchObject({ runs: [{ run: '1' }] })
    await until('nobody conducts', () => findCoordinator(join(place.path, HOME)) === null)
  }, 60_000)

  it('starts a run of a text; a delivery to review is told once, rejected, approved or merged; says which branch has the result', async () => {
    await using shop = repository({ 'README.md': 'hello' })
    const mcp = mcpIn(shop)
    const yaml = plan(
      '{id: api, run: "echo api > api.txt"}',
      '{id: web, run: "echo web > web.txt", dependencies: [api]}',
      gated('b'),
      '{id: c, run: "true", dependencies: [b]}',
    )
    const started = await mcp.call('start_run', {
      yaml: `config: {land: {review: true}}\n${yaml}`,
      parallel: 2,
    })
    expect(started.document).toMatchObject({ run: '1', branch: 'conductor/run-1' })
    expect(started.text).toContain('on the branch conductor/run-1')
    const known: string[] = []
    const toReview = async (task: string): Promise<void> => {
      const waited = await mcp.call('wait_for_attention', { timeout_seconds: 20, known })
      expect(waited.document).toMatchObject({
        why: 'attention',
        attention: [{ task, kind: 'review' }],
      })
      known.push((waited.document['attention'] as [{ key: string }])[0].key)
    }
    await toReview('api')
    const quiet = await mcp.call('wait_for_attention', { timeout_seconds: 0.3, known })
    expect(quiet.document).toMatchObject({ why: 'nothing-new' })
    expect((await mcp.call('diff_task', { task: 'api' })).text).toContain('+api')
    const rejected = await mcp.call('reject_task', { task: 'api', why: 'Once more.' })
    expect(rejected.isError).toBe(false)
    await toReview('api')
    expect((await mcp.call('approve_task', { task: 'api' })).isError).toBe(false)
    await toReview('web')
    expect(shop.landed('api.txt')).toBe('api')
    expect((await mcp.call('skip_task', { task: 'c' })).document).toMatchObject({ affected: ['c'] })
    expect((await mcp.call('merge_task')).document).toMatchObject({ affected: ['web'] })
    await until('it has landed', () => shop.landed('web.txt') === 'web')
    expect((await mcp.call('cancel')).isError).toBe(false)
    const over = await mcp.call('wait_for_attention', { timeout_seconds: 20 })
    expect(over.document).toMatchObject({
      why: 'ended',
      status: 'cancelled',
      branch: 'conductor/run-1',
    })
    expect(over.text).toMatch(/Take it: +conductor take/)
    await until('nobody conducts', () => findCoordinator(join(shop.path, HOME)) === null)
    const report = await mcp.call('run_report')
    expect(report.document).toMatchObject({ landing: { target: 'conductor/run-1' } })
    expect(report.text).toMatch(/Take it: +take_result/)
    expect((await shop.conductor('report')).stdout).toMatch(/Take it: +conductor take/)
  }, 60_000)

  it('goes on with a run that was stopped, and cancels one', async () => {
    await using place = folder({ 'tasks.yaml': plan(gated('a')) })
    const mcp = mcpIn(place)
    const started = await mcp.call('start_run', { file: 'tasks.yaml' })
    process.kill(started.document['pid'] as number, 'SIGTERM')
    const stopped = await mcp.call('wait_for_attention', { timeout_seconds: 20 })
    expect(stopped.document).toMatchObject({ why: 'stopped', conducted: false })
    const refused = await mcp.call('start_run', { file: 'tasks.yaml' })
    expect(refused).toMatchObject({ isError: true })
    expect(refused.text).toContain('run 1 of this file is not finished')
    expect(refused.text).toContain('unfinished: "resume" continues it, unfinished: "new" starts')
    expect((await mcp.call('resume_run', { run: '7' })).text).toContain('there is no run 7')
    const resumed = await mcp.call('resume_run')
    expect(resumed).toMatchObject({ isError: false, document: { run: '1' } })
    process.kill(resumed.document['pid'] as number, 'SIGTERM')
    await mcp.call('wait_for_attention', { timeout_seconds: 20 })
    const cancelled = await mcp.call('cancel')
    expect(cancelled).toMatchObject({ isError: false, document: { run: '1', affected: ['a'] } })
    expect(cancelled.text).toMatch(/^Cancelled: a\.\n/)
    const over = await mcp.call('wait_for_attention', { timeout_seconds: 20 })
    expect(over.document).toMatchObject({ why: 'ended', status: 'cancelled' })
    await until('nobody conducts', () => findCoordinator(join(place.path, HOME)) === null)
  }, 60_000)

  it('a question ends a run in which nothing else can go on; the answer takes it up again; skips what needs a human, also while a coordinator lets go', async () => {
    await using place = folder({
      'tasks.yaml': plan(
        // The client has no `conductor` on its PATH, but the task finds it.
        '{id: ask, run: "test -n \\"$CONDUCTOR_GUIDANCE\\" || conductor session ask Which?; echo heard: $CONDUCTOR_GUIDANCE"}',
        '{id: human, run: "true", needs_human: true}',
        '{id: other, run: "true", needs_human: true}',
      ),
    })
    const mcp = mcpIn(place)
    expect((await mcp.call('list_runs')).document).toEqual({ runs: [] })
    const nothing = (await mcp.call('run_status')).text
    expect(nothing).toContain('start one with start_run')
    expect(nothing).not.toContain('conductor ')
    const isOver = () => findCoordinator(join(place.path, HOME)) === null
    await mcp.call('start_run', { file: 'tasks.yaml' })
    await until('nobody conducts', isOver, 20)
    const asks = await mcp.call('wait_for_attention', { timeout_seconds: 20 })
    expect(asks.text).toContain('ask: asks: Which?')
    expect(asks.document).toMatchObject({ why: 'attention', conducted: false })
    expect(asks.document['attention']).toContainEqual(
      expect.objectContaining({
        task: 'ask',
        kind: 'question',
        what: expect.stringContaining('Which?') as string,
      }),
    )
    const waits = (await mcp.call('run_report', { run: 1 })).text
    expect(waits).toMatch(/ask needs you: asks: Which\?\n +guide_task ask/)
    const status = (await mcp.call('run_status')).text
    expect(status).toMatch(/asks: Which\?\n +guide_task ask/)
    expect(status).not.toMatch(/^ *conductor /m)
    const guided = await mcp.call('guide_task', { task: 'ask', text: '--blue, please.' })
    expect(guided).toMatchObject({ isError: false, document: { run: '1' } })
    await until('nobody conducts', isOver, 20)
    const log = await mcp.call('task_log', { task: 'ask', attempt: 2 })
    expect(log.text).toBe('heard: --blue, please.')
    expect((await mcp.call('skip_task', { task: 'human' })).text).toMatch(/^Skipped human\.\n/)
    await mcp.call('resume_run')
    // The coordinator just started has nothing to do, and may be anywhere between its beginning and its end.
    expect(await mcp.call('skip_task', { task: 'other' })).toMatchObject({ isError: false })
    await until('nobody conducts', isOver, 20)
    const over = await mcp.call('wait_for_attention', { timeout_seconds: 20 })
    expect(over.document).toMatchObject({ why: 'ended' })
    const late = await mcp.call('guide_task', { task: 'ask', text: 'Too late.' })
    expect(late).toMatchObject({
      isError: true,
      text: expect.stringContaining('"ask" has landed'),
    })
    expect((await mcp.call('run_report')).document).toMatchObject({
      cost_usd: 0,
      results: [{ status: 'landed' }, { status: 'skipped' }, { status: 'skipped' }],
    })
  }, 60_000)
})

const PROGRAM = fileURLToPath(new URL('../programs/asking-agent.ts', import.meta.url))

/** A plan whose agent is a program that uses the tools of its attempt; `other` keeps the run going meanwhile. */
const withAskingAgent = (prompt: string): string =>
  `${plan(`{id: door, prompt: "${prompt}"}`, gated('other'))}
config: {agent: mine, parallel: 2, agents: {mine: {command: "${process.execPath} ${PROGRAM}"}}}
`

const guide = async (place: Folder, text: string): Promise<void> => {
  const { socket } = findCoordinator(join(place.path, HOME))!
  const reply = await askCoordinator(socket, { ask: 'guide', task: taskId('door'), text })
  expect(reply.accepted).toBe(true)
}

const statusOf = async (place: Folder, task: string): Promise<string | undefined> => {
  const { results } = (await place.json('status')) as {
    readonly results: readonly { readonly id: string; readonly status: string }[]
  }
  return results.find(({ id }) => id === task)?.status
}

describe('conductor mcp --attempt', () => {
  it('lets an agent ask; its task is stuck, and the answer brings it back', async () => {
    await using place = folder({ 'tasks.yaml': withAskingAgent('Paint the door') })
    const run = place.begin('run', 'tasks.yaml', '--no-ui', '--isolation', 'none')
    await run.says('door  started')
    await until('door is stuck', async () => (await statusOf(place, 'door')) === 'stuck', 20)
    const { stdout: log } = await place.conductor('logs', 'door')
    expect(log).toContain('tools: report_status ask_human get_guidance add_task')
    expect(log).toContain('Noted.')
    expect(log).toMatch(/wrong: true .*expected one of "planning"/)
    expect(log).toContain('Added found.')
    expect(log).toMatch(/twice: true .*found/)
    expect(log).toContain('end your turn now')
    expect((await place.conductor('status')).stdout).toContain('Which colour?')
    await guide(place, 'Blue, please.')
    await until('door has landed', async () => (await statusOf(place, 'door')) === 'landed', 20)
    const { stdout: second } = await place.conductor('logs', 'door', '--attempt', '2')
    expect(second).toContain('Blue, please.')
    place.write('go-other', '')
    expect((await run.done).code).toBe(0)
  }, 60_000)

  it('brings what a person says with the answer of the next call', async () => {
    await using place = folder({ 'tasks.yaml': withAskingAgent('Only listen') })
    const run = place.begin('run', 'tasks.yaml', '--no-ui', '--isolation', 'none')
    await run.says('door  started')
    await guide(place, 'Use the back door.')
    await until('door has landed', async () => (await statusOf(place, 'door')) === 'landed', 20)
    const { stdout: log } = await place.conductor('logs', 'door')
    expect(log).toContain('A person says to you:\n- Use the back door.')
    place.write('go-other', '')
    expect((await run.done).code).toBe(0)
  }, 60_000)

  it.each([
    ['--attempt', ['--attempt', '1-a-1'], {}],
    ['the environment', [], { CONDUCTOR_ATTEMPT: '1-a-1' }],
  ])('known by %s, says so when nobody conducts, and goes on serving', async (_, words, own) => {
    await using place = folder()
    const home = { CONDUCTOR_HOME: join(place.path, HOME) }
    const environment = { PATH: process.env['PATH'] ?? '', ...home, ...own }
    const command = [process.execPath, BIN, 'mcp', ...words] as const
    await using mcp = await connectMcp({ command, cwd: place.path, environment })
    for (const tool of ['get_guidance', 'report_status']) {
      const answer = await mcp.call(tool, { status: 'working' })
      expect(answer).toMatchObject({ isError: true })
      expect(answer.text).toContain('this run is no longer being conducted')
    }
    await expect(mcp.call('explode')).rejects.toThrow('there is no tool "explode"')
  })
})

describe('conductor session', () => {
  it('says, asks and hears from inside an attempt', async () => {
    const conductor = `${process.execPath} ${BIN} session`
    const work = [
      `${conductor} status planning 'reads the code'`,
      `${conductor} heartbeat`,
      `${conductor} status dancing; echo code=$?`,
      'touch up; while [ ! -e go ]; do sleep 0.02; done',
      `${conductor} guidance`,
      `${conductor} guidance`,
      `${conductor} guidance --json`,
      `${conductor} ask 'Which colour?' --option red --option blue --context 'for the door'`,
    ]
    await using place = folder({
      'work.sh': work.join('\n'),
      'tasks.yaml': `${plan('{id: door, prompt: Paint}', gated('other'))}
config: {agent: mine, parallel: 2, agents: {mine: {command: "sh work.sh"}}}
`,
    })
    const run = place.begin('run', 'tasks.yaml', '--no-ui', '--isolation', 'none')
    await until('it is up', () => existsSync(join(place.path, 'up')))
    await guide(place, 'Use the back door.')
    place.write('go', '')
    await until('door is stuck', async () => (await statusOf(place, 'door')) === 'stuck', 20)
    const { stdout: log } = await place.conductor('logs', 'door')
    expect(log).toContain('"dancing" is not a status of a session')
    expect(log).toContain('code=2')
    expect(log.split('Use the back door.')).toHaveLength(2)
    expect(log).toContain('"guidance": []')
    const { stdout } = await place.conductor('explain', 'door')
    expect(stdout).toContain('Which colour?')
    place.write('go-other', '')
    expect((await run.done).code).toBe(1)
  }, 60_000)

  it.each([['status', 'working'], ['ask', 'what?'], ['guidance'], ['heartbeat']])(
    '%s is for agents at work only',
    async (...words) => {
      await using place = folder()
      const { code, stderr } = await place.conductor('session', ...words)
      expect(code).toBe(2)
      expect(stderr).toContain('this is not inside an attempt')
    },
  )
})
