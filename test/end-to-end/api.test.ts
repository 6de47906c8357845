/** The API as programs meet it: `conductor serve`, a token, and a real run of real tasks. */
import type { TreeNode } from '../../src/core/workspace/tracker.ts'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { repository, type RepositoryFolder } from '../conductor.ts'
import { describedApi, type Answer, type DescribedApi } from '../described-api.ts'
import { gitIn } from '../repository/git-in.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { readPrometheus } from '../prometheus-text.ts'
import { until } from '../until.ts'
import { linkOf } from '../browser/web-visit.ts'

vi.setConfig({ testTimeout: 120_000 })

const HELD = (file: string): string => `until [ -e ../${file} ]; do sleep 0.1; done`

/** `first` works until go-first is there; the others depend on it, or fail, or wait for a person. */
const PLAN = `config: {parallel: 3, check: "true", land: {review: true}, max_worktrees: 4}
tasks:
  - {id: first, run: '${HELD('go-first')}; echo one > one.txt', files: [one.txt]}
  - {id: bad, run: 'echo no; exit 3'}
  - {id: second, run: 'echo two > two.txt', dependencies: [first]}
  - {id: third, run: 'echo three > three.txt', dependencies: [second]}
  - {id: human, run: 'true', needs_human: true}
  - {id: spare, run: 'true', dependencies: [third]}
`

/** Every operation that these tests have called, with the statuses it answered. */
const tried = new Map<string, ReadonlySet<number>>()

function remember({ called }: DescribedApi): void {
  for (const [name, statuses] of called)
    tried.set(name, new Set([...(tried.get(name) ?? []), ...statuses]))
}

/** Seconds to wait at most; the machine may be busy. */
const PATIENCE = 60

interface Served extends AsyncDisposable {
  readonly place: RepositoryFolder
  readonly api: DescribedApi
  readonly token: string
  fetch(path: string, request?: RequestInit): Promise<Response>
  release(file: string): void
  ended(): Promise<unknown>
}

async function serve(files: Readonly<Record<string, string>>): Promise<Served> {
  const place = repository(
    { 'readme.md': 'shop\n', ...files },
    { below: 'top/shop', isShared: true },
  )
  const serving = place.begin('serve', '--port', '0')
  const link = new URL(await linkOf(serving))
  const token = link.searchParams.get('token')!
  const fetchHere = (path: string, request: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, link), {
      ...request,
      headers: { authorization: `Bearer ${token}`, ...(request.headers as object) },
    })
  const isOver = async (): Promise<boolean> =>
    !((await (await fetchHere('/api/health')).json()) as { conducted: boolean }).conducted
  const api = await describedApi(fetchHere)
  return {
    place,
    token,
    api,
    fetch: fetchHere,
    release: (file) => place.write(join('..', file), ''),
    ended: () => until('the run is over', isOver, PATIENCE),
    async [Symbol.asyncDispose]() {
      remember(api)
      if (!(await isOver())) {
        await fetchHere('/api/runs/current/cancel', { method: 'POST' })
        await until('the run is over', isOver, PATIENCE)
      }
      serving.signal('SIGTERM')
      await serving.done
      await place[Symbol.asyncDispose]()
    },
  }
}

/** The server of all tests that start no run. */
let quiet: Served
beforeAll(async () => void (quiet = await serve({ 'tasks.yaml': PLAN })))
afterAll(() => quiet[Symbol.asyncDispose]())

const status = (api: DescribedApi, task: string): Promise<string> =>
  api.get(`/api/runs/current/tasks/${task}`).then(({ json }) => json.state.is)

const stands = (api: DescribedApi, task: string, wanted: string): Promise<unknown> =>
  until(`${task} is ${wanted}`, async () => (await status(api, task)) === wanted, PATIENCE)

function refusedWith(answer: Answer, code: number, error: string): void {
  expect(answer).toMatchObject({ status: code, json: { error } })
}

it('conducts a run from beginning to end', async () => {
  await using served = await serve({ 'tasks.yaml': PLAN })
  await beforeAnything(served.api)
  await addToTheFile(served.api)
  served.place.write('tasks.yaml', PLAN)
  await draftAndStart(served.api)
  await lookAtIt(served.api)
  await recordWhatHoldsUp(served.api)
  await suggestOrder(served.api)
  await actOnIt(served.api)
  await landIt(served)
  expect(served.place.landed('three.txt')).toBe('three')
  await lookBack(served)
  await takeTheResult(served)
  await learnFromIt(served)
})

async function learnFromIt({ api, place, fetch: ask }: Served): Promise<void> {
  const { json } = await api.get('/api/expertise')
  expect(json.domains[0]).toMatchObject({ domain: 'general', failed: 1 })
  const paths = ['expertise.yaml', 'question.md', 'self-improve.md'].map(
    (name) => `.claude/commands/experts/general/${name}`,
  )
  const files = paths.map((path) => ({ path, result: 'created', why: null, copy: null }))
  const wish = { domains: ['general'], dry_run: true }
  const tried = await api.post('/api/expertise/export', wish)
  expect(tried).toMatchObject({ status: 200, json: { dry_run: true, files, ignored: [] } })
  expect(existsSync(join(place.path, '.claude'))).toBe(false)
  const unknown = await api.post('/api/expertise/export', { domains: ['generl'] })
  refusedWith(unknown, 404, 'unknown_domain')
  expect(unknown.json.hint).toBe('did you mean "general"?')
  refusedWith(await api.post('/api/expertise/export', { force: 'yes' }), 422, 'invalid')
  refusedWith(await api.post('/projects/shoe/expertise/export'), 404, 'unknown_project')
  const post = { method: 'POST', headers: { authorization: 'Bearer wrong' } }
  expect((await ask('/projects/current/expertise/export', post)).status).toBe(401)
  place.write('.claude', 'in the way')
  const refused = await api.post('/api/expertise/export')
  refusedWith(refused, 409, 'refused')
  expect(refused.json.message).toBe('.claude is not a folder; nothing was written')
  rmSync(join(place.path, '.claude'))
  const done = await api.post('/projects/current/expertise/export')
  expect(done).toMatchObject({ status: 200, json: { dry_run: false, files } })
  expect(paths.every((path) => existsSync(join(place.path, path)))).toBe(true)
}

async function beforeAnything(api: DescribedApi): Promise<void> {
  refusedWith(await api.get('/api/runs/current'), 404, 'no_run')
  refusedWith(await api.post('/api/runs/current/pause'), 404, 'no_run')
  expect((await api.get('/api/health')).json).toMatchObject({ status: 'ok', conducted: false })
  expect((await api.get('/api/runs')).json).toEqual({ runs: [], next: null })
  expect((await api.get('/api/session')).json).toMatchObject({
    repository: { name: 'shop' },
    conducted: false,
    run: null,
  })
}

/** Without a run a new task is written to the task file, which is shown as a diff first. */
async function addToTheFile(api: DescribedApi): Promise<void> {
  expect((await api.get('/api/tasks/options')).json).toMatchObject({
    places: [
      {
        to: 'file',
        file: 'tasks.yaml',
        tasks: expect.arrayContaining([{ id: 'bad', name: 'bad' }]),
      },
    ],
    templates: [],
  })
  const task = { run: 'echo four > four.txt', name: 'The fourth', dependencies: ['third'] }
  const preview = await api.post('/api/tasks/preview', { task })
  expect(preview.json).toMatchObject({ to: 'file', id: 'fourth', file: 'tasks.yaml' })
  expect(preview.json.diff).toContain('+  - id: fourth\n+    name: The fourth\n')
  const { base } = preview.json
  expect((await api.post('/api/tasks', { task, base })).json).toMatchObject({ id: 'fourth' })
  refusedWith(await api.post('/api/tasks', { task, base }), 409, 'file_changed')
  refusedWith(await api.post('/api/tasks', { task, to: 'run' }), 409, 'no_open_run')
  for (const bad of [{ ...task, id: '../x' }, { ...task, evil: 1 }, { name: 'Nothing to do' }])
    refusedWith(await api.post('/api/tasks/preview', { task: bad }), 422, 'bad_task')
  refusedWith(await api.post('/api/tasks', { task, file: '../out.yaml' }), 422, 'invalid')
  const template = { name: 'bug', task: { prompt: 'Fix a bug.', agent: 'claude' } }
  expect((await api.post('/api/templates', template)).json.file).toBe('.conductor-templates/bug.md')
  refusedWith(await api.post('/api/templates', template), 409, 'refused')
  refusedWith(await api.post('/api/templates', { ...template, name: '../x' }), 422, 'invalid')
  expect((await api.get('/api/templates')).json.templates).toEqual([
    { ...template, description: null },
  ])
}

async function draftAndStart(api: DescribedApi): Promise<void> {
  expect((await api.get('/api/plan')).json.batches).toHaveLength(4)
  const draft = await api.patch('/api/plan', { tasks: [{ task: 'third', name: 'The third' }] })
  expect(draft.json.is_draft).toBe(true)
  const simulated = await api.post('/api/plan/simulate', { agents: 1 })
  expect(simulated.json.timeline.speedup).toBe(1)
  refusedWith(await api.post('/api/runs', { file: 'none.yaml' }), 422, 'bad_plan')
  expect((await api.get('/projects/shop/execution-plan')).json.is_draft).toBe(true)
  expect((await api.get('/api/runs/offer?parallel=2')).json).toMatchObject({
    file: 'tasks.yaml',
    tasks: 6,
    prompts: 0,
    parallel: 2,
    cost_usd: 0,
    target: 'conductor/run-1',
    remembered: null,
  })
  refusedWith(await api.get('/api/runs/offer?file=none.yaml'), 422, 'bad_plan')
  refusedWith(await api.post('/api/runs', { into: '--upload-pack=x' }), 422, 'invalid')
  refusedWith(await api.post('/api/runs', { budget_usd: -1 }), 422, 'invalid')
  const chosen = { parallel: 3, budget_usd: 9, remember: { ask: false } }
  expect((await api.post('/api/runs', chosen)).json).toEqual({ run: '1' })
  expect((await api.get('/api/runs/offer')).json.remembered).toEqual({
    agent: null,
    parallel: 3,
    budget_usd: 9,
    into: null,
    ask: false,
  })
  refusedWith(await api.post('/api/runs', {}), 409, 'already_conducted')
}

async function lookAtIt(api: DescribedApi): Promise<void> {
  expect((await api.get('/api/runs/current/time-left')).json).toMatchObject({ overdue: [] })
  await stands(api, 'first', 'working')
  await stands(api, 'bad', 'failed')
  expect((await api.get('/api/runs/1/tasks/third')).json.name).toBe('The third')
  expect((await api.get('/api/runs/1/tasks?status=failed')).json.tasks).toMatchObject([
    { id: 'bad', word: 'failed', says: 'exit code 3: no' },
  ])
  const bad = await api.get('/api/attempts/1-bad-1/transcript')
  expect(bad.json.pieces).toMatchObject([{ at: expect.any(Number), out: 'no\n' }])
  const found = await api.get('/api/attempts/1-bad-1/transcript/matches?words=NO')
  expect(found.json).toMatchObject({ total: 1, matches: [{ position: 0 }] })
  expect((await api.get('/api/attention')).json.attention).toMatchObject([
    { kind: 'task-failed', task: 'bad' },
    { kind: 'needs-human', task: 'human' },
  ])
  const page = await api.get('/api/runs/1/events?limit=3')
  const next = await api.get(`/api/runs/1/events?limit=3&after=${page.json.next}`)
  expect(next.json.events[0].sequence).toBe(page.json.events.at(-1).sequence + 1)
  expect((await api.get('/api/runs/1/tasks/bad/attempts')).json.attempts).toHaveLength(1)
}

/** A blocker and a dependency that a person records are in the tracker until they are removed. */
async function recordWhatHoldsUp(api: DescribedApi): Promise<void> {
  const spare = { repository: 'shop', branch: 'task-spare' }
  const recorded = async (): Promise<unknown> => {
    const { trees } = (await api.get('/api/tracker')).json
    const above = (node: TreeNode): readonly TreeNode[] => [node, ...node.children.flatMap(above)]
    const { blockers, depends_on } = above(trees.shop).find(
      ({ branch }) => branch === spare.branch,
    )!
    return { blockers, depends_on }
  }
  const marks = [
    ['/api/tracker/blockers', { reason: 'design review' }],
    ['/api/tracker/dependencies', { on: 'shop:task-first' }],
  ] as const
  const before = await recorded()
  for (const [path, mark] of marks) await api.post(path, { ...spare, ...mark })
  expect(await recorded()).toMatchObject({
    blockers: ['design review'],
    depends_on: expect.arrayContaining(['shop:task-first']),
  })
  for (const [path, mark] of marks)
    await api.delete(`${path}?${new URLSearchParams({ ...spare, ...mark }).toString()}`)
  expect(await recorded()).toEqual(before)
}

/** The tasks of the run are workspaces, too; queueing an order changes those that wait, and can be undone. */
async function suggestOrder(api: DescribedApi): Promise<void> {
  const path = '/api/suggest-parallelization'
  const wish = { strategy_preference: 'depth_first', count: 1, engine: 'offline' }
  const { json } = await api.post(path, wish)
  const [strategy] = json.strategies
  const ids = strategy.phases.flatMap((one: { workspace_ids: string[] }) => one.workspace_ids)
  const stack = ['shop:task-first', 'shop:task-second', 'shop:task-third', 'shop:task-spare']
  expect(ids.filter((id: string) => stack.includes(id))).toEqual(stack)
  const { tree_hash } = json
  await api.post(`${path}/feedback`, { tree_hash, strategy_id: 'depth_first', useful: true })
  await api.post(`${path}/use`, { event: 'clicked' })
  expect((await api.get(path)).json).toMatchObject({
    enabled: true,
    use: { engaged: { clicked: 1 }, feedback: { depth_first: { useful: 1 } } },
  })
  expect((await api.post(`${path}/queue`, { strategy })).json.confirmed).toBe(false)
  const queued = await api.post(`${path}/queue`, { strategy, confirm: true })
  expect(queued.json).toMatchObject({ confirmed: true, into: 'run', run: '1' })
  const priorityOf = async (task: string): Promise<number> =>
    (await api.get(`/api/runs/1/tasks/${task}`)).json.priority
  expect(await priorityOf('spare')).toBeGreaterThan(await priorityOf('second'))
  expect((await api.post('/api/asks', queued.json.undo)).status).toBe(200)
  expect([await priorityOf('spare'), await priorityOf('second')]).toEqual([3, 3])
}

async function actOnIt(api: DescribedApi): Promise<void> {
  expect((await api.post('/api/asks', { ask: 'unpause' })).status).toBe(200)
  expect((await api.post('/api/runs/1/tasks/first/preempt')).json.affected).toEqual(['first'])
  await until(
    'it works again',
    async () => (await api.get('/api/attempts/1-first-2/transcript')).status === 200,
    PATIENCE,
  )
  expect((await api.post('/api/attempts/1-first-2/guidance', { text: 'go on' })).status).toBe(200)
  const change = { worktree_assignments: { spare: 'shop' } }
  expect((await api.patch('/projects/shop/execution-plan', change)).status).toBe(200)
  const runActions = ['pause', 'pause', 'resume', 'resume']
  for (const action of runActions)
    expect((await api.post(`/api/runs/current/${action}`)).status).toBe(200)
  expect((await api.patch('/api/runs/1', { agents: 2, budget_usd: 5 })).status).toBe(200)
  const half = await api.patch('/api/runs/1', { budget_usd: 7, agents: 101 })
  refusedWith(half, 409, 'agents_out_of_range')
  expect((await api.get('/api/runs/1')).json.budget_usd).toBe(5)
  expect((await api.post('/projects/current/batches/3/pause')).status).toBe(200)
  expect((await api.post('/api/batches/3/pause')).status).toBe(200)
  expect((await api.get('/api/batches/3/status')).json).toMatchObject({ status: 'paused' })
  expect((await api.post('/api/batches/3/resume')).status).toBe(200)
  expect((await api.post('/api/runs/1/tasks/human/approve')).status).toBe(200)
  expect((await api.post('/api/runs/1/tasks/spare/skip')).status).toBe(200)
  expect((await api.post('/api/runs/1/tasks/spare/skip')).status).toBe(200)
  expect((await api.post('/api/runs/1/tasks/first/guide', { text: 'hurry' })).status).toBe(200)
  refusedWith(await api.post('/api/runs/1/tasks/first/allow'), 409, 'nothing_asked')
  refusedWith(await api.post('/api/runs/1/tasks/first/reject', { why: 'x' }), 409, 'wrong_state')
  refusedWith(
    await api.post('/api/runs/1/tasks/third/move', { column: 'review' }),
    409,
    'no_such_move',
  )
  expect((await api.patch('/api/runs/1/tasks/third', { priority: 'high' })).status).toBe(200)
  expect((await api.post('/api/runs/1/tasks/third/reassign', { lane: 'shop' })).status).toBe(200)
  const key = { 'idempotency-key': 'add-1' }
  const more = { tasks: [{ id: 'more', run: 'true', dependencies: ['third'] }] }
  for (const _ of [1, 2]) expect((await api.post('/api/runs/1/tasks', more, key)).status).toBe(201)
  refusedWith(await api.post('/api/runs/1/tasks', { tasks: [{ id: 'first' }] }), 422, 'bad_tasks')
  expect(
    (await api.post('/api/tasks/preview', { task: { prompt: 'Write docs' } })).json.error,
  ).toBe('bad_task')
  expect((await api.post('/api/runs/1/tasks/more/cancel')).status).toBe(200)
  expect((await api.post('/api/runs/1/tasks/bad/retry')).json.affected).toEqual(['bad'])
  await stands(api, 'bad', 'failed')
}

async function landIt(served: Served): Promise<void> {
  const { api } = served
  await getToTheFiles(served)
  served.release('go-first')
  await stands(api, 'first', 'review')
  expect((await api.get('/api/merges')).json.merges[0]).toMatchObject({
    task: 'first',
    status: 'review',
    trouble: 'approval',
  })
  expect((await api.post('/api/runs/1/tasks/first/move', { column: 'done' })).status).toBe(200)
  await stands(api, 'first', 'landed')
  await stands(api, 'second', 'review')
  const diff = await api.get('/api/runs/1/tasks/second/diff?against=target')
  expect(diff.json.files).toMatchObject([{ path: 'two.txt', status: 'added', added: 1 }])
  expect((await api.post('/api/runs/1/tasks/second/check')).json).toMatchObject({
    mergesCleanly: true,
    check: 'passed',
  })
  const { lanes } = (await api.get('/api/lanes')).json
  expect(lanes).toContainEqual(expect.objectContaining({ lane: 'task-second', ahead: 1 }))
  // Somebody has put another .git in its place: that is no error of ours.
  const git = join(served.place.path, '.git')
  renameSync(git, `${git}-aside`)
  mkdirSync(git)
  refusedWith(await api.get('/api/worktrees'), 409, 'refused')
  refusedWith(await api.get('/api/lanes'), 409, 'refused')
  refusedWith(await api.post('/api/runs/1/tasks/second/check'), 409, 'refused')
  rmdirSync(git)
  renameSync(`${git}-aside`, git)
  const again = { why: 'once more, please' }
  expect((await api.post('/api/runs/1/tasks/second/reject', again)).status).toBe(200)
  await until(
    'it is delivered again',
    async () => (await api.get('/api/runs/1/tasks/second')).json.attempts.length === 2,
    PATIENCE,
  )
  await stands(api, 'second', 'review')
  await decideConflict(served)
  await stands(api, 'third', 'review')
  expect((await api.post('/worktrees/shop/merge')).json.affected).toEqual(['third'])
  await stands(api, 'third', 'landed')
  expect((await api.post('/api/runs/1/tasks/third/land')).json.affected).toEqual([])
  expect((await api.post('/api/worktrees/shop/merge')).json.affected).toEqual([])
}

/** Somebody else has put another two.txt into the target. */
async function decideConflict({ api, place }: Served): Promise<void> {
  const [tip, blob] = [
    place.git('rev-parse', 'conductor/run-1'),
    place.git('rev-parse', 'HEAD:readme.md'),
  ]
  const tree = `{ git ls-tree ${tip}; printf '100644 blob ${blob}\\ttwo.txt\\n'; } | git mktree`
  const moved = `git update-ref refs/heads/conductor/run-1 $(git commit-tree -m two -p ${tip} $(${tree}))`
  execFileSync('sh', ['-c', moved], { cwd: place.path })
  const path = '/api/runs/1/tasks/second'
  expect((await api.post('/api/merges')).json.affected).toContain('second')
  await until(
    'it conflicts',
    async () => (await api.get(path)).json.state.trouble?.is === 'conflict',
    PATIENCE,
  )
  const { json: conflict } = await api.get(`${path}/conflict`)
  expect(conflict.files).toMatchObject([
    {
      path: 'two.txt',
      kind: 'text',
      pieces: [{ is: 'hunk', base: '', landed: 'shop\n', task: 'two\n' }],
    },
  ])
  const { token } = conflict
  const decide = (files: object, of = token) => api.post(`${path}/resolution`, { token: of, files })
  refusedWith(await decide({}, 'old'), 409, 'conflict_changed')
  for (const bad of [
    {},
    { '../two.txt': { keep: 'task' } },
    { 'two.txt': { hunks: ['task', 'task'] } },
    { 'two.txt': { text: '<<<<<<< left\n' } },
  ])
    refusedWith(await decide(bad), 422, 'bad_resolution')
  // Two browsers decide at the same time.
  const both = [decide({ 'two.txt': { hunks: ['both'] } }), decide({ 'two.txt': { keep: 'task' } })]
  const answers = await Promise.all(both)
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  await stands(api, 'second', 'landed')
  const won = answers[0]!.status === 200 ? 'shop\ntwo' : 'two'
  expect(place.landed('two.txt')).toBe(won)
  refusedWith(await api.get(`${path}/conflict`), 409, 'refused')
}

/** The home of the user is the repository here, so its configuration is their own. */
async function getToTheFiles({ api, place }: Served): Promise<void> {
  expect((await api.get('/api/editor')).json).toEqual({
    name: null,
    has_command: false,
    terminal: false,
  })
  refusedWith(await api.post('/api/open', { task: 'first' }), 409, 'no_editor_command')
  place.write('.conductor/config.yaml', 'editor: zed\n')
  expect((await api.get('/api/editor')).json).toMatchObject({ name: 'zed', has_command: false })
  place.write('.conductor/config.yaml', 'editor: touch {folder}/../opened\n')
  expect((await api.get('/api/editor')).json).toMatchObject({ name: null, has_command: true })
  const opened = join(place.path, '../opened')
  expect((await api.post('/api/open', { task: 'first' })).json.path).toMatch(/shop-task-first$/)
  await until('the editor was called', () => existsSync(opened))
  refusedWith(await api.post('/api/open', { task: 'first', file: '../x' }), 409, 'refused')
  refusedWith(await api.post('/api/open', { task: 'nobody' }), 404, 'unknown_task')
  refusedWith(await api.post('/api/open', { task: 'first', command: 'rm' }), 422, 'invalid')
  expect((await api.get('/api/ports')).json).toEqual({ ports: [] })
  place.write('.conductor/config.yaml', '')
}

async function lookBack(served: Served): Promise<void> {
  const { api } = served
  await served.ended()
  expect((await api.get('/api/runs/1')).json).toMatchObject({
    status: 'failed',
    tasks: { total: 7, failed: 1, skipped: 1, cancelled: 1 },
  })
  refusedWith(await api.post('/api/runs/1/resume'), 409, 'run_is_over')
  refusedWith(
    await api.post('/api/attempts/1-first-1/guidance', { text: 'x' }),
    409,
    'attempt_is_over',
  )
  const metrics = readPrometheus(await (await served.fetch('/metrics')).text())
  expect(metrics.get('conductor_run_info')!.samples).toMatchObject([
    { labels: { run: '1', status: 'failed' } },
  ])
  const attempts = metrics.get('conductor_attempts_total')!.samples
  expect(attempts).toContainEqual({
    name: 'conductor_attempts_total',
    labels: { outcome: 'failed' },
    value: 2,
  })
}

async function takeTheResult({ api, place }: Served): Promise<void> {
  const [before, landed] = place.git('rev-parse', 'main', 'conductor/run-1').split('\n')
  const { json: seen } = await api.get('/api/runs/1/result')
  expect(seen).toMatchObject({ into: 'main', result: landed, says: 'not taken yet', taken: null })
  expect(seen.tasks).toContainEqual(expect.objectContaining({ task: 'third', checked: true }))
  expect(seen.ways).toMatchObject([
    { way: 'merge', possible: true },
    { way: 'branch', possible: true },
    { way: 'patches', possible: true },
    { way: 'push', possible: false, refused: 'no-remote' },
  ])
  const diff = await api.get('/api/runs/1/result/diff?file=three.txt')
  expect(diff.json.files).toMatchObject([{ path: 'three.txt', status: 'added', added: 1 }])
  const patches = (await api.get('/api/runs/1/result/patches')).json
  expect([patches.file, patches.text]).toEqual(['run-1.patch', expect.stringContaining('+three')])
  expect((await api.post('/api/runs/1/take/check', {})).json).toMatchObject({ check: 'passed' })
  refusedWith(await api.post('/api/runs/1/take/check', { ff: 'maybe' }), 422, 'invalid')
  refusedWith(await api.post('/api/runs/1/take', { way: 'steal' }), 422, 'invalid')
  refusedWith(
    await api.post('/api/runs/1/take', { way: 'patches', folder: '../x' }),
    422,
    'invalid',
  )
  refusedWith(await api.post('/api/runs/1/take', { way: 'push' }), 409, 'no_remote')
  refusedWith(await api.post('/api/runs/1/take', { way: 'branch', name: 'a..b' }), 409, 'bad_name')
  refusedWith(await api.post('/api/runs/1/take/undo'), 409, 'not_taken')
  for (const path of ['result', 'result/diff', 'result/patches'])
    refusedWith(await api.get(`/api/runs/9/${path}`), 404, 'unknown_run')

  // Two browsers at once: one takes it, and the other is told.
  const both = await Promise.all([1, 2].map(() => api.post('/api/runs/1/take', { way: 'merge' })))
  expect(both.filter(({ json }) => json.is_new === true)).toHaveLength(1)
  expect(place.git('rev-parse', 'main')).toBe(landed)
  expect((await api.get('/api/runs/1')).json.landing.taken).toMatchObject({ into: 'main' })
  const undone = await api.post('/api/runs/1/take/undo')
  expect(undone.json).toMatchObject({ says: expect.stringContaining('main is back at') })
  expect(place.git('rev-parse', 'main')).toBe(before)
}

it('starts a batch of a plan that nobody has started, and holds the others', async () => {
  const tasks = '[{id: a, run: "true"}, {id: b, run: "true", dependencies: [a]}]'
  const plan = `config: {isolation: none}\ntasks: ${tasks}\n`
  await using served = await serve({ 'tasks.yaml': plan })
  const { api } = served
  expect((await api.post('/projects/shop/batches/1/start')).status).toBe(200)
  await stands(api, 'a', 'landed')
  expect((await api.get('/projects/shop/batches/2/status')).json.status).toBe('paused')
  expect((await api.post('/projects/shop/batches/2/resume')).status).toBe(200)
  await served.ended()
  expect((await api.get('/api/batches')).json.batches).toMatchObject([
    { status: 'completed' },
    { status: 'completed' },
  ])
  expect((await api.get('/api/epics')).json).toMatchObject({ run: '1', epics: [] })
  expect((await api.get('/projects/shop/epics')).status).toBe(200)
  // Another run of the same file: the list has both.
  expect((await api.post('/api/runs', {})).json).toEqual({ run: '2' })
  await served.ended()
  const { json } = await api.get('/api/runs?limit=1')
  expect(json).toMatchObject({ runs: [{ run: '2', status: 'completed' }], next: '2' })
  expect((await api.get('/api/runs?before=2')).json.runs).toMatchObject([{ run: '1' }])
  refusedWith(await api.post('/api/runs/1/tasks/a/retry'), 409, 'older_run')
  await addUp(api)
  // A third run is cancelled.
  expect((await api.post('/api/runs', { hold: true })).json).toEqual({ run: '3' })
  expect((await api.post('/api/batches/1/start')).status).toBe(200)
  expect((await api.post('/api/runs/3/cancel')).status).toBe(200)
  await served.ended()
  expect((await api.get('/api/runs/3')).json.status).toBe('cancelled')
})

it('takes the review of a person where the remote is plain git', async () => {
  using remote = tempFolder()
  gitIn(remote.path, 'init', '--quiet', '--bare', '--initial-branch=main')
  const tasks = '[{id: words, run: "echo one > one.txt"}]'
  await using served = await serve({ 'tasks.yaml': `config: {check: "true"}\ntasks: ${tasks}\n` })
  const { api, place } = served
  place.git('remote', 'add', 'origin', remote.path)
  place.git('push', '--quiet', 'origin', 'main')
  const path = '/api/runs/1/tasks/words/pull-request/review'
  expect((await place.conductor('run', '--no-ui', '--pr')).code).toBe(0)
  const text = 'Please name it better.'
  const asked = await api.post(path, { decision: 'changes-requested', text })
  expect(asked.json.pull_requests).toMatchObject([{ review: 'changes-requested' }])
  const approved = await api.post(path, { decision: 'approved' })
  expect(approved.json.pull_requests).toMatchObject([{ review: 'approved' }])
  expect((await api.get('/api/runs/1/pull-requests')).json).toEqual(approved.json)
  refusedWith(await api.post(path, { decision: 'merged' }), 422, 'invalid')
})

/** Two runs of two commands each. */
async function addUp(api: DescribedApi): Promise<void> {
  const { json: costs } = await api.get('/api/runs/1/costs')
  expect(costs).toMatchObject({ by: 'task', runs: 1, total: { cost_usd: 0, attempts: 2 } })
  expect(costs.rows).toHaveLength(2)
  const { json: all } = await api.get('/api/costs?by=agent')
  expect(all).toMatchObject({
    runs: 2,
    total: { attempts: 4, cost_is_partial: false },
    rows: [{ is: 'command', name: null, attempts: 4 }],
  })
  refusedWith(await api.get('/api/costs?by=colour'), 422, 'invalid')
  refusedWith(await api.get('/api/runs/9/costs'), 404, 'unknown_run')
  expect((await api.get('/api/runs/1/pull-requests')).json.pull_requests).toEqual([])
  refusedWith(await api.get('/api/runs/9/pull-requests'), 404, 'unknown_run')
  expect((await api.get('/api/runs/1/compare/2')).json).toMatchObject({
    first: { run: '1' },
    second: { run: '2', status: 'completed' },
    total: { landed: { first: 2, second: 2, difference: 0 } },
    tasks: [{ id: 'a', status_first: 'landed' }, { id: 'b' }],
  })
  refusedWith(await api.get('/api/runs/1/compare/1'), 422, 'same_run')
  refusedWith(await api.get('/api/runs/1/compare/9'), 404, 'unknown_run')
}

it('makes worktrees, lists them and clears them away', async () => {
  const { api, place } = quiet
  const made = await api.post('/projects/shop/worktrees', { branch_name: 'try-it', batch_id: 1 })
  expect(made).toMatchObject({
    status: 201,
    json: { branch: 'try-it', branch_name: 'try-it', batch_id: 1, merged_at: null },
  })
  expect(Date.parse(made.json.created_at)).toBeGreaterThan(Date.now() - 60_000)
  expect(place.git('branch', '--list', 'try-it')).toContain('try-it')
  refusedWith(await api.post('/api/worktrees', { name: 'try-it' }), 409, 'worktree_refused')
  refusedWith(await api.post('/api/worktrees', { name: '../out' }), 422, 'invalid')
  const { worktrees } = (await api.get('/api/worktrees')).json
  const { kept, ...listed } = made.json
  expect(kept).toEqual([])
  expect(worktrees).toContainEqual(listed)
  expect((await api.delete('/worktrees/try-it')).status).toBe(200)
  refusedWith(await api.delete('/worktrees/try-it'), 404, 'unknown_worktree')
  expect((await api.get('/projects/shop/worktrees')).status).toBe(200)
  expect((await api.delete('/api/worktrees/try-it')).status).toBe(404)
  await api.post('/api/worktrees', { name: 'more' })
  const gone = await Promise.all([1, 2, 3].map(() => api.delete('/api/worktrees/more')))
  expect(gone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  expect((await api.get('/api/lanes')).json).toEqual({ lanes: [] })
})

it('makes a plan from words, writes the task file, and keeps a file that cannot be read', async () => {
  const { api, place } = quiet
  rmSync(join(place.path, 'tasks.yaml'))
  expect(await api.get('/api/planning')).toMatchObject({ status: 200, json: null })
  refusedWith(await api.delete('/api/planning'), 404, 'no_planning')
  expect((await api.get('/api/issues')).json).toMatchObject({
    issues: [],
    problem: { is: 'not-found', message: expect.stringContaining('no remote') as string },
  })
  expect((await api.get('/api/issues?limit=0')).status).toBe(422)
  const isOver = async (): Promise<boolean> =>
    ['ready', 'failed'].includes((await api.get('/api/planning')).json.state)
  await api.post('/api/planning', { requirements: 'Todo app with login', backend: 'offline' })
  await until('the plan is ready', isOver, PATIENCE)
  expect((await api.get('/api/planning')).json).toMatchObject({ state: 'ready', problem: null })
  expect((await api.get('/api/plan')).json.metadata.total_tasks).toBeGreaterThan(3)
  expect((await api.delete('/api/planning')).status).toBe(200)
  place.write('tasks.yaml', 'tasks: [{')
  await api.post('/api/planning', { requirements: 'Shop' })
  await until('planning has failed', isOver, PATIENCE)
  const { state, problem } = (await api.get('/api/planning')).json
  expect([state, problem.message]).toEqual(['failed', expect.stringMatching(/^tasks\.yaml:1:/)])
  const outside = await api.post('/api/planning', { requirements: 'Shop', file: '../x.yaml' })
  expect(outside.status).toBe(422)
})

it('lists the repositories that are served, adds one and forgets it', async () => {
  const { api, place } = quiet
  expect((await api.get('/api/projects')).json).toMatchObject({
    current: 'shop',
    projects: [{ id: 'shop', folder: place.path, is_current: true, run: null }],
  })
  const folder = dirname(place.path)
  expect(await api.post('/api/projects', { folder })).toMatchObject({
    status: 201,
    json: { id: 'top', folder, state: 'ok' },
  })
  expect((await api.get('/api/projects/top')).json.name).toBe('top')
  expect((await api.get('/api/projects/top/session')).json.repository.id).toBe('top')
  expect((await api.get('/api/attention?project=all')).json.attention).toEqual([])
  refusedWith(await api.post('/api/projects', { folder: 'top' }), 422, 'no_folder')
  refusedWith(await api.delete('/api/projects/shop'), 409, 'is_current')
  expect((await api.delete('/api/projects/top')).json).toMatchObject({ deleted: false })
  refusedWith(await api.get('/api/projects/top'), 404, 'unknown_project')
})

it('says what is wrong with a task file, with places', async () => {
  const { api, place } = quiet
  place.write('tasks.yaml', 'tasks: [{id: a, runn: x}]\n')
  for (const answer of [
    await api.get('/api/plan'),
    await api.post('/projects/shop/build-execution-plan'),
    await api.post('/api/plan/simulate', {}),
    await api.post('/api/runs', {}),
    await api.post('/api/batches/1/start'),
  ]) {
    refusedWith(answer, 422, 'bad_plan')
    expect(answer.json.problems[0]).toMatchObject({
      place: expect.stringMatching(/^tasks\.yaml:1:\d+$/),
    })
  }
})

it('is for those who have the token', async () => {
  const stranger = { headers: { authorization: 'Bearer wrong' } }
  for (const path of [
    '/api/openapi.json',
    '/api/docs',
    '/metrics',
    '/api/plan',
    '/projects/shop/worktrees',
  ])
    expect((await quiet.fetch(path, stranger)).status).toBe(401)
  expect((await quiet.fetch('/api/health', stranger)).status).toBe(200)
  const page = await quiet.fetch('/api/docs')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await page.text()).not.toContain(quiet.token)
})

it('refuses whatever names something that is not there, or is no request at all', async () => {
  const { api, place } = quiet
  place.write('tasks.yaml', PLAN)
  expect((await api.post('/api/plan')).status).toBe(200)
  expect((await api.post('/projects/shop/build-execution-plan', {})).status).toBe(200)
  for (const { method, path } of operationsOf(api).filter(({ takesInput }) => takesInput)) {
    const address = path.replaceAll(/\{\w+\}/g, 'not-there')
    const { status } = await ask(
      api,
      method,
      `${address}?limit=0&file=../x&project=nobody&refresh_ci=perhaps&by=nothing`,
    )
    expect({ method, path, kind: Math.floor(status / 100) }).toEqual({ method, path, kind: 4 })
  }
})

function ask(api: DescribedApi, method: string, path: string): Promise<Answer> {
  if (method === 'get') return api.get(path)
  if (method === 'delete') return api.delete(path)
  return method === 'patch' ? api.patch(path, []) : api.post(path, [])
}

it('has no operation that was not tried above with a good and a bad request', () => {
  remember(quiet.api)
  const answered = (name: string, is: (status: number) => boolean): boolean =>
    [...(tried.get(name) ?? [])].some(is)
  const untried = operationsOf(quiet.api).filter(({ method, path, takesInput }) => {
    const name = `${method.toUpperCase()} ${path}`
    const isGood = NEEDS_AGENT.has(path) || answered(name, (status) => status < 300)
    return !isGood || (takesInput && !answered(name, (status) => status >= 400 && status < 500))
  })
  expect(untried.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

/** Only an agent asks for permission: src/server/api/task/tasks.test.ts has one. */
const NEEDS_AGENT: ReadonlySet<string> = new Set(
  ['allow', 'deny'].map((action) => `/api/runs/{run}/tasks/{task}/${action}`),
)

/** The operations that answer JSON. */
const operationsOf = ({ document }: DescribedApi) =>
  Object.entries(document.paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method,
        path,
        takesInput: (operation.parameters ?? []).length > 0 || operation.requestBody !== undefined,
      })),
    )
    .filter(({ path }) => !['/metrics', '/api/docs', '/api/openapi.json'].includes(path))
