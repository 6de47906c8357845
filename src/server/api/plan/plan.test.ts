import { describe, expect, it } from 'vitest'
import { taskId } from '../../../core/value/ids.ts'
import { serveGame } from '../../../../test/played/served-game.ts'

const FILES = { a: { files: ['src/a.ts'] }, b: { files: ['src/a.ts'] }, c: { epic: 'shop' } }

describe('the plan', () => {
  it('has the form that other programs know', async () => {
    using shop = await serveGame('a:\nb:\nc: a b', {
      isWaiting: true,
      isolation: 'worktree',
      tasks: FILES,
    })
    const { json } = await shop.api.get('/api/plan')
    expect(json).toMatchObject({
      project_id: 'shop',
      file: 'tasks.yaml',
      run: null,
      is_draft: false,
      batches: [
        {
          batch_id: 1,
          task_ids: ['a'],
          can_parallel: false,
          depends_on: [],
          estimated_duration: 60,
        },
        {
          batch_id: 2,
          task_ids: ['b'],
          can_parallel: false,
          depends_on: [1],
          estimated_duration: 60,
        },
        {
          batch_id: 3,
          task_ids: ['c'],
          can_parallel: false,
          depends_on: [2],
          estimated_duration: 60,
        },
      ],
      worktree_assignments: { a: 'task-a', b: 'task-b', c: 'epic-shop' },
      predicted_conflicts: [
        {
          task_ids: ['a', 'b'],
          predicted_files: ['src/a.ts'],
          conflict_type: 'same_file',
          probability: 1,
          verdict: 'apart',
          decided_by: 'conductor',
        },
      ],
      timeline: { makespan_s: 180, sequential_s: 180, critical_path: ['a', 'c'] },
      metadata: {
        total_tasks: 3,
        total_batches: 3,
        parallel_possible: false,
        conflicts_detected: 1,
        circular_dependencies: [],
        missing_dependencies: [],
        planning_mode: 'epic_based',
      },
      issues: [],
    })
    expect(json.plan.tasks).toHaveLength(3)
  })

  it('is that of the run while one goes on', async () => {
    using shop = await serveGame('a:\nb: a')
    expect((await shop.api.get('/api/plan')).json.run).toBe('1')
    expect((await shop.api.get('/api/plan?file=tasks.yaml')).json.run).toBeNull()
    shop.letGo()
    expect((await shop.api.get('/api/plan')).json.run).toBeNull()
    expect((await shop.api.get('/api/plan?run=1')).json.run).toBe('1')
    expect((await shop.api.get('/api/plan?run=7')).status).toBe(404)
  })

  it('is not there without a task file', async () => {
    using shop = await serveGame('a:', { isWaiting: true, file: null })
    expect(await shop.api.get('/api/plan')).toMatchObject({ status: 200, json: null })
    expect(await shop.api.post('/api/plan/simulate', {})).toMatchObject({
      status: 404,
      json: { error: 'no_plan' },
    })
  })
})

describe('simulating a plan', () => {
  it('shows what changes would bring, and changes nothing', async () => {
    using shop = await serveGame('a:\nb:\nc:', { isWaiting: true })
    const before = await shop.api.post('/api/plan/simulate', { agents: 3 })
    expect(before.json.timeline).toMatchObject({ makespan_s: 60, agents: 3 })
    const after = await shop.api.post('/api/plan/simulate', {
      agents: 3,
      tasks: [{ task: 'b', dependencies: ['a'], estimate: '3m' }],
    })
    expect(after.json.timeline.makespan_s).toBe(240)
    expect((await shop.api.get('/api/plan')).json.is_draft).toBe(false)
  })

  it('says everything that cannot be', async () => {
    using shop = await serveGame('a:\nb: a', { isWaiting: true })
    const tasks = [
      { task: 'a', dependencies: ['b'] },
      { task: 'z', priority: 1 },
    ]
    const answer = await shop.api.post('/api/plan/simulate', { tasks })
    expect(answer).toMatchObject({ status: 422, json: { error: 'bad_changes' } })
    expect(answer.json.problems.map(({ place }: { place: string }) => place)).toEqual(['a', 'z'])
  })

  it('does not mind the order in which changes are said', async () => {
    using shop = await serveGame('a:\nb: a', { isWaiting: true })
    const tasks = [
      { task: 'a', dependencies: ['b'] },
      { task: 'b', dependencies: [] },
    ]
    const { json } = await shop.api.post('/api/plan/simulate', { tasks })
    expect(json.batches.map(({ task_ids }: { task_ids: string[] }) => task_ids)).toEqual([
      ['b'],
      ['a'],
    ])
  })

  it('works on a run, as far as tasks have not begun', async () => {
    using shop = await serveGame('a:\nb: a')
    const body = { run: 'current', tasks: [{ task: 'b', estimate: 600 }] }
    expect((await shop.api.post('/api/plan/simulate', body)).json.timeline.makespan_s).toBe(660)
    expect(shop.asked).toEqual([])
    const begun = { run: '1', tasks: [{ task: 'a', estimate: 600 }] }
    expect((await shop.api.post('/api/plan/simulate', begun)).status).toBe(422)
  })
})

describe('changing the plan', () => {
  it('of a run asks for all changes together: all of them are made, or none', async () => {
    using shop = await serveGame('a:\nb: a\nc: a', { isolation: 'worktree' })
    const half = { tasks: [{ task: 'b', priority: 1 }], worktree_assignments: { a: 'shop' } }
    expect((await shop.api.patch('/api/plan', half)).status).toBe(422)
    expect(shop.asked).toEqual([])
    const whole = { ...half, worktree_assignments: { b: 'shop', c: 'shop' } }
    const { status, json } = await shop.api.patch('/projects/shop/execution-plan', whole)
    expect(status).toBe(200)
    expect(json.worktree_assignments).toEqual({ a: 'task-a', b: 'shop', c: 'shop' })
    expect(shop.asked).toMatchObject([{ ask: 'together', asks: { length: 3 } }])
    expect((await shop.api.patch('/api/plan', {})).status).toBe(200)
    expect(shop.asked).toHaveLength(1)
  })

  it('knows tasks by names that every object has', async () => {
    using shop = await serveGame('__proto__:\nconstructor:\ntoString: __proto__ constructor', {
      isWaiting: true,
      isolation: 'worktree',
    })
    const worktree_assignments = JSON.parse(
      '{"__proto__": "shop", "constructor": "shop"}',
    ) as object
    const changed = await shop.api.patch('/api/plan', { worktree_assignments })
    expect(Object.entries(changed.json.worktree_assignments)).toEqual([
      ['__proto__', 'shop'],
      ['constructor', 'shop'],
      ['toString', 'task-toString'],
    ])
    const batch_overrides = JSON.parse('{"__proto__": 2, "valueOf": 2}') as object
    expect((await shop.api.patch('/api/plan', { batch_overrides })).status).toBe(404)
    const wrong = JSON.parse('{"__proto__": "no lane!"}') as object
    const refused = await shop.api.patch('/api/plan', { worktree_assignments: wrong })
    expect([refused.status, refused.json.message]).toEqual([
      422,
      expect.stringContaining('worktree_assignments.__proto__: a name of letters'),
    ])
  })

  it('takes the batches of a plan as it tells them', async () => {
    using shop = await serveGame('a:\nb:\nc: a b', { isWaiting: true, isolation: 'worktree' })
    const { batches } = (await shop.api.get('/projects/shop/execution-plan')).json
    const same = await shop.api.patch('/projects/shop/execution-plan', { batches })
    expect(same).toMatchObject({ status: 200, json: { is_draft: false, batches } })
    const moved = [
      { batch_id: 1, task_ids: ['a'] },
      { batch_id: 2, task_ids: ['b'] },
      { batch_id: 3, task_ids: ['c'] },
    ]
    const { json } = await shop.api.patch('/projects/shop/execution-plan', { batches: moved })
    expect(json).toMatchObject({ is_draft: true, batches: moved })
    const back = await shop.api.patch('/api/plan', { batches: [{ batch_id: 1, task_ids: ['c'] }] })
    expect(back).toMatchObject({ status: 422, json: { error: 'no_such_batch' } })
    const { json: refused } = await shop.api.patch('/api/plan', { batch_overrides: { b: 1 } })
    expect(refused.message).toBe('"b" cannot be in batch 1: it comes after "a"')
    const remedy = JSON.parse(/\{.*\}/.exec(refused.hint)![0]) as object
    expect((await shop.api.patch('/api/plan', remedy)).json).toMatchObject({ batches })
    const unknown = { batches: [{ batch_id: 1, task_ids: ['z'] }] }
    expect((await shop.api.patch('/api/plan', unknown)).status).toBe(404)
    expect((await shop.api.patch('/api/plan', { batches: [{ batch_id: 0 }] })).status).toBe(422)
  })

  it('of a file keeps a draft, until the plan is built anew', async () => {
    using shop = await serveGame('a:\nb:\nc:', { isWaiting: true, isolation: 'worktree' })
    await shop.api.patch('/api/plan', { worktree_assignments: { a: 'shop' } })
    const { json } = await shop.api.patch('/api/plan', { batch_overrides: { c: 2 } })
    expect(json).toMatchObject({
      is_draft: true,
      worktree_assignments: { a: 'shop' },
      batches: [{ task_ids: ['a', 'b'] }, { task_ids: ['c'] }],
    })
    expect((await shop.api.get('/api/plan')).json.is_draft).toBe(true)
    const built = await shop.api.post('/projects/current/build-execution-plan')
    expect(built.json).toMatchObject({ is_draft: false, batches: [{ task_ids: ['a', 'b', 'c'] }] })
  })

  it('keeps one draft of a file, whether or not it is named', async () => {
    using shop = await serveGame('a:\nb:', { isWaiting: true })
    const tasks = [{ task: 'a', name: 'First' }]
    await shop.api.patch('/api/plan', { file: 'tasks.yaml', tasks })
    expect((await shop.api.get('/api/plan')).json.is_draft).toBe(true)
    await shop.api.post('/api/runs', {})
    expect(shop.game().run.plan.tasks[0]!.name).toBe('First')
  })

  it('loses nothing when two draft at once', async () => {
    using shop = await serveGame('a:\nb:', { isWaiting: true })
    await Promise.all(
      ['a', 'b'].map((task) => shop.api.patch('/api/plan', { tasks: [{ task, priority: 1 }] })),
    )
    const { json } = await shop.api.get('/api/plan')
    expect(json.plan.tasks).toMatchObject([{ priority: 1 }, { priority: 1 }])
  })

  it('refuses batches that a task cannot be in', async () => {
    using shop = await serveGame('a:\nb: a', { isWaiting: true })
    for (const batch_overrides of [{ b: 1 }, { a: 9 }, { a: 2 }])
      expect((await shop.api.patch('/api/plan', { batch_overrides })).status).toBe(422)
    expect((await shop.api.patch('/api/plan', { batch_overrides: { z: 1 } })).status).toBe(404)
    expect((await shop.api.patch('/api/plan', { batch: [] })).status).toBe(422)
  })

  it.each([
    ['batches.0.depends_on.0', [{ batch_id: 1, task_ids: ['a'], depends_on: [2] }]],
    ['batches.0.depends_on.0', [{ batch_id: 2, task_ids: ['c'], depends_on: [77] }]],
    ['batches.0.task_ids.1', [{ batch_id: 1, task_ids: ['a', 'a'] }]],
    ['batches.0.can_parallel', [{ batch_id: 1, task_ids: ['a', 'b'], can_parallel: false }]],
    [
      'batches.1.task_ids.0',
      [
        { batch_id: 1, task_ids: ['b'] },
        { batch_id: 2, task_ids: ['b'] },
      ],
    ],
    [
      'batches.1.batch_id',
      [
        { batch_id: 1, task_ids: ['a'] },
        { batch_id: 1, task_ids: ['b'] },
      ],
    ],
    ['"c" cannot be in batch 2: it comes after "a"', [{ batch_id: 2, task_ids: ['a', 'c'] }]],
  ])('says where batches contradict themselves: %s', async (place, batches) => {
    using shop = await serveGame('a:\nb:\nc: a', { isWaiting: true })
    const answer = await shop.api.patch('/api/plan', { batches })
    expect(answer).toMatchObject({ status: 422, json: { message: expect.stringContaining(place) } })
    expect((await shop.api.get('/api/plan')).json.is_draft).toBe(false)
  })

  it('takes the same batches task by task', async () => {
    using shop = await serveGame('a:\nb:\nc:', { isWaiting: true })
    const both = { batch_overrides: { b: 2 }, batches: [{ batch_id: 1, task_ids: ['b'] }] }
    expect((await shop.api.patch('/api/plan', both)).status).toBe(422)
    const { json } = await shop.api.patch('/api/plan', { batch_overrides: { b: 2, c: 3 } })
    expect(json.batches).toMatchObject([{ task_ids: ['a'] }, { task_ids: ['b'] }, {}])
  })

  it('leaves out a draft that does not fit the file any more, and says so', async () => {
    using shop = await serveGame('a:\nb:', { isWaiting: true })
    await shop.api.patch('/api/plan', { tasks: [{ task: 'b', priority: 1 }] })
    const { plan } = shop.served
    shop.served.plan = async (file) => {
      const read = await plan(file)
      if (read?.ok !== true) return read
      return { ...read, plan: { ...read.plan, tasks: read.plan.tasks.slice(0, 1) } }
    }
    const { json } = await shop.api.get('/api/plan')
    expect(json).toMatchObject({ is_draft: false, warnings: [expect.stringContaining('not fit')] })
    shop.served.plan = plan
    expect((await shop.api.get('/api/plan')).json.is_draft).toBe(true)
  })
})

describe('what people decide about pairs', () => {
  const files = ['src/a.ts']

  it('is drafted, shown as overrides, and made when the run is started', async () => {
    using shop = await serveGame('a:\nb:', {
      isWaiting: true,
      agents: 2,
      tasks: { a: { files }, b: { files } },
    })
    const { json } = await shop.api.patch('/api/plan', {
      tasks: [{ task: 'b', together_with: ['a'] }],
    })
    expect(json).toMatchObject({
      is_draft: true,
      overrides: [{ task: 'b', change: { togetherWith: ['a'] } }],
      predicted_conflicts: [{ verdict: 'free', decided_by: 'user' }],
      timeline: { makespan_s: 60 },
    })
    expect((await shop.api.post('/api/runs', {})).status).toBe(201)
    expect(shop.game().working()).toEqual(['a', 'b'])
    expect((await shop.api.get('/api/plan')).json.overrides).toEqual([
      { task: 'b', change: { togetherWith: ['a'] } },
    ])
    const answer = await shop.api.patch('/api/plan', { tasks: [{ task: 'a', apart_from: ['b'] }] })
    expect(answer).toMatchObject({ status: 422, json: { error: 'bad_changes' } })
    expect(answer.json.message).toContain('cannot be together and apart')
  })

  it('is kept when another drafted change does not fit the file any more', async () => {
    using shop = await serveGame('a:\nb:', { isWaiting: true })
    shop.served.drafts.set('tasks.yaml', [
      { task: taskId('gone'), change: { priority: 1 } },
      { task: taskId('b'), change: { apartFrom: [taskId('a')] } },
    ])
    const { json } = await shop.api.get('/api/plan')
    expect(json.overrides).toEqual([{ task: 'b', change: { apartFrom: ['a'] } }])
    expect(json.batches).toHaveLength(2)
    expect(json.warnings.join()).toContain('the drafted change of "gone" does not fit')
  })
})

describe('epics', () => {
  it('are those of the newest run, or of the task file', async () => {
    const tasks = {
      a: { epic: 'base', domain: 'database', priority: 2 },
      b: { epic: 'shop', domain: 'frontend' },
      c: { epic: 'shop' },
    } as const
    using shop = await serveGame('a:\nb: a\nc: b\nd:', { isWaiting: true, tasks })
    const pending = { status: 'pending', landed: 0 }
    expect((await shop.api.get('/api/epics')).json).toEqual({
      project_id: 'shop',
      run: null,
      epics: [
        { name: 'base', priority: 2, depends_on: [], domain: 'database', tasks: 1, ...pending },
        {
          name: 'shop',
          priority: 3,
          depends_on: ['base'],
          domain: 'frontend',
          tasks: 2,
          ...pending,
        },
      ],
    })
    await shop.api.post('/api/runs', {})
    const { json } = await shop.api.get('/api/epics?run=1')
    expect(json.epics[0].status).toBe('in_progress')
    expect((await shop.api.get('/api/epics?run=9')).status).toBe(404)
  })
})
