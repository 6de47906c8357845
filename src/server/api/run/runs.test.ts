import { describe, expect, it } from 'vitest'
import { serveGame } from '../../../../test/played/served-game.ts'
import { OUTCOMES, planFrom } from '../../../../test/played/play.ts'
import { taskId } from '../../../core/value/ids.ts'

const [a, b] = [taskId('a'), taskId('b')]

describe('runs', () => {
  it('are listed without their tasks, and looked at with them', async () => {
    using shop = await serveGame('a:\nb: a')
    const { json } = await shop.api.get('/api/runs')
    expect(json).toMatchObject({ next: null, runs: [{ run: '1', status: 'running' }] })
    expect(json.runs[0]).not.toHaveProperty('results')
    const one = await shop.api.get('/api/runs/current')
    expect(one.json).toMatchObject({
      run: '1',
      tasks: { total: 2 },
      results: [{ id: 'a' }, { id: 'b' }],
    })
  })

  it('show at once what has just been asked', async () => {
    using shop = await serveGame('a:\nb: a')
    await shop.api.post('/api/runs/current/pause')
    expect((await shop.api.get('/api/runs/1')).json.status).toBe('paused')
    await shop.api.post('/api/runs/1/resume')
    expect((await shop.api.get('/api/runs')).json.runs[0].status).toBe('running')
  })

  it('whose coordinator is frozen say so, and count that among what needs somebody', async () => {
    using shop = await serveGame('a:')
    shop.freeze({ pid: 7, since: 5000 })
    const { json } = await shop.api.get('/api/attention')
    expect(json.attention).toMatchObject([
      { kind: 'frozen', since: '1970-01-01T00:00:05.000Z', ways: [{ command: 'kill -CONT 7' }] },
    ])
    expect((await shop.api.get('/api/runs/1')).json.needs_you_count).toBe(1)
  })

  it('that are being cancelled say so, and neither pause nor go on', async () => {
    using shop = await serveGame('a:\nb: a')
    shop.game().record([{ type: 'run-cancelled' }])
    expect((await shop.api.get('/api/runs/1')).json.status).toBe('cancelling')
    for (const what of ['pause', 'resume'])
      expect(await shop.api.post(`/api/runs/1/${what}`)).toMatchObject({
        status: 409,
        json: { error: 'being_cancelled', message: 'run 1 is being cancelled' },
      })
  })

  it('whose coordinator is gone are stopped', async () => {
    using shop = await serveGame('a:')
    shop.letGo()
    expect((await shop.api.get('/api/runs/1')).json.status).toBe('stopped')
    expect((await shop.api.get('/api/runs')).json.runs[0].status).toBe('stopped')
  })

  it('tell their events in pages, without gaps', async () => {
    using shop = await serveGame('a:\nb:\nc:', { agents: 3 })
    const seen: number[] = []
    for (let after: number | null = 0; after !== null;) {
      const { json } = await shop.api.get(`/api/runs/1/events?limit=2&after=${after}`)
      seen.push(...json.events.map(({ sequence }: { sequence: number }) => sequence))
      after = json.next
    }
    expect(seen).toEqual(shop.game().events.map(({ sequence }) => sequence))
  })

  it.each(['limit=0', 'limit=2001', 'after=-1', 'after=x', 'limit=1.5'])(
    'refuse a page like %s',
    async (query) => {
      using shop = await serveGame('a:')
      expect((await shop.api.get(`/api/runs/1/events?${query}`)).status).toBe(422)
    },
  )

  it('can be given other agents and another budget', async () => {
    using shop = await serveGame('a:\nb:\nc:', { agents: 1 })
    const { status } = await shop.api.patch('/api/runs/1', { agents: 2, budget_usd: 3 })
    expect(status).toBe(200)
    expect(shop.game().working()).toEqual(['a', 'b'])
    expect(shop.game().run.budgetUsd).toBe(3)
    await shop.api.patch('/api/runs/1', { budget_usd: null })
    expect(shop.game().run.budgetUsd).toBeNull()
    for (const bad of [{}, { agents: 0 }, { budget_usd: -1 }, { speed: 9 }])
      expect((await shop.api.patch('/api/runs/1', bad)).status).toBe(422)
    expect((await shop.api.patch('/api/runs/1', { agents: 999 })).status).toBe(409)
  })

  it('gets all of it or nothing, also when it moves on between', async () => {
    using shop = await serveGame('a:\nb:', { agents: 1 })
    const tooMany = await shop.api.patch('/api/runs/1', { agents: 101, budget_usd: 3 })
    expect(tooMany).toMatchObject({ status: 409, json: { error: 'agents_out_of_range' } })
    expect(shop.game().run).toMatchObject({ agents: 1, budgetUsd: null })
    const { ask } = shop.served
    shop.served.ask = async (asked) => {
      const reply = await ask(asked)
      // Any ask after the first one comes too late.
      shop.letGo()
      return reply
    }
    expect((await shop.api.patch('/api/runs/1', { agents: 2, budget_usd: 3 })).status).toBe(200)
    expect(shop.game().run).toMatchObject({ agents: 2, budgetUsd: 3 })
  })

  it('can be cancelled, also twice', async () => {
    using shop = await serveGame('a:\nb: a')
    expect((await shop.api.post('/api/runs/1/cancel')).json.affected).toEqual(['a', 'b'])
    const again = await shop.api.post('/api/runs/1/cancel')
    expect(again).toMatchObject({ status: 200, json: { accepted: true, affected: [] } })
  })

  it('that are over cannot be gone on with', async () => {
    using shop = await serveGame('a:')
    await shop.api.post('/api/runs/1/cancel')
    const answer = await shop.api.post('/api/runs/1/resume')
    expect(answer).toMatchObject({ status: 409, json: { error: 'run_is_over' } })
  })

  it('that nobody conducts are gone on with in a process of their own', async () => {
    using shop = await serveGame('a:')
    shop.letGo()
    expect((await shop.api.post('/api/runs/1/pause')).json.error).toBe('not_conducted')
    expect((await shop.api.post('/api/runs/1/resume')).status).toBe(200)
    expect(shop.served.conductedRun()).toBe('1')
  })
})

describe('starting a run', () => {
  it('is for when none goes on', async () => {
    using shop = await serveGame('a:')
    const answer = await shop.api.post('/api/runs', {})
    expect(answer).toMatchObject({ status: 409, json: { error: 'already_conducted' } })
    expect(shop.started).toEqual([])
  })

  it('says everything that is wrong with the task file', async () => {
    const problems = [{ place: 'tasks.yaml:1:3', message: 'no id', hint: 'give it one' }]
    const file = { ok: false, file: 'tasks.yaml', problems } as const
    using shop = await serveGame('a:', { isWaiting: true, file })
    const answer = await shop.api.post('/api/runs', {})
    expect(answer).toMatchObject({ status: 422, json: { error: 'bad_plan', problems } })
    expect((await shop.api.get('/api/plan')).json.problems).toEqual(problems)
  })

  it('answers with its number', async () => {
    using shop = await serveGame('a:', { isWaiting: true })
    const answer = await shop.api.post('/api/runs', {
      parallel: 2,
      agent: 'claude',
      file: 'x.yaml',
    })
    expect(answer).toMatchObject({ status: 201, json: { run: '1' } })
    expect(answer.headers.get('location')).toBe('/api/runs/1')
    expect(shop.started).toEqual([
      {
        file: 'x.yaml',
        parallel: 2,
        agent: 'claude',
        budgetUsd: null,
        into: null,
        hold: false,
        on_top: false,
        unfinished: null,
      },
    ])
  })

  it.each(['/etc/passwd', '../up.yaml', 'a/../../b', 'C:\\x', '', 'a\0b'])(
    'does not take %j for a task file',
    async (file) => {
      using shop = await serveGame('a:', { isWaiting: true })
      expect((await shop.api.post('/api/runs', { file })).status).toBe(422)
      const query = new URLSearchParams({ file }).toString()
      expect((await shop.api.get(`/api/plan?${query}`)).status).toBe(422)
      expect(shop.started).toEqual([])
    },
  )

  it('with a draft makes its changes before anything begins', async () => {
    using shop = await serveGame('a:\nb:\nc:', { isWaiting: true, agents: 1 })
    const tasks = [
      { task: 'a', dependencies: ['c'] },
      { task: 'c', priority: 'high' },
    ]
    expect((await shop.api.patch('/api/plan', { tasks })).json).toMatchObject({ is_draft: true })
    await shop.api.post('/api/runs', {})
    expect(shop.game().working()).toEqual(['c'])
    expect(shop.game().run.pausedBatches.size).toBe(0)
    expect(shop.game().run.plan.tasks[0]!.dependencies).toEqual(['c'])
  })
})

describe('a run that begins with a draft', () => {
  const plan = 'a:\nb: a'
  const apart = { tasks: [{ task: 'b', dependencies: [] }] }

  it('holds no batch that is gone by the draft: tasks that are added later may be in it', async () => {
    using shop = await serveGame(plan, { isWaiting: true })
    await shop.api.patch('/api/plan', apart)
    await shop.api.post('/api/runs', {})
    expect(shop.game().run.pausedBatches.size).toBe(0)
  })

  it.each([false, true])('does not begin when a change is refused (hold: %s)', async (hold) => {
    using shop = await serveGame(plan, { isWaiting: true })
    await shop.api.patch('/api/plan', apart)
    const { ask } = shop.served
    shop.served.ask = async (asked) =>
      asked.ask === 'change' || asked.ask === 'together'
        ? { accepted: false, refusal: { is: 'already-tried', task: b } }
        : ask(asked)
    const answer = await shop.api.post('/api/runs', { hold })
    expect(answer).toMatchObject({ status: 409, json: { error: 'bad_changes' } })
    expect(answer.json.problems).toMatchObject([
      { place: 'b', message: expect.stringMatching(/tried already/) },
    ])
    expect(shop.game().run).toMatchObject({ cancelled: true, counts: { working: 0 } })
    expect((await shop.api.get('/api/plan')).json.is_draft).toBe(true)
  })

  it('is told everything that does not fit a file that was changed meanwhile', async () => {
    using shop = await serveGame('a:', { isWaiting: true })
    const { served } = shop
    const { plan } = served
    const wider = planFrom('a:\nb:\nc:')
    served.plan = async (file) => {
      const read = await plan(file)
      return read?.ok === true ? { ...read, plan: wider } : read
    }
    const tasks = ['c', 'b', 'a'].map((task) => ({ task, priority: 1 }))
    await shop.api.patch('/api/plan', { tasks })
    const { status, json } = await shop.api.post('/api/runs', {})
    expect([status, json.message]).toEqual([
      409,
      expect.stringContaining('run 1, so it was cancelled'),
    ])
    expect(json.problems.map(({ place }: { place: string }) => place)).toEqual(['c', 'b'])
    expect(shop.game().run.plan.tasks[0]!.priority).not.toBe(1)
  })

  it('does not lose what is drafted while it starts', async () => {
    using shop = await serveGame(plan, { isWaiting: true })
    await shop.api.patch('/api/plan', apart)
    const { start } = shop.served
    shop.served.start = async (request) => {
      await shop.api.patch('/api/plan', { tasks: [{ task: 'a', name: 'Too late' }] })
      return start(request)
    }
    expect((await shop.api.post('/api/runs', {})).status).toBe(201)
    const { json } = await shop.api.get('/api/plan?file=tasks.yaml')
    expect(json.is_draft).toBe(true)
    expect(json.plan.tasks[0].name).toBe('Too late')
  })

  it('has it also when it is started batch by batch', async () => {
    using shop = await serveGame(plan, { isWaiting: true })
    await shop.api.patch('/api/plan', apart)
    expect((await shop.api.post('/api/batches/1/start')).status).toBe(200)
    expect(shop.game().working()).toEqual(['a', 'b'])
  })
})

describe('what needs a person and what lands', () => {
  it('is told as the command line tells it', async () => {
    using shop = await serveGame('a:\nb:', { isolation: 'worktree', review: true })
    expect((await shop.api.get('/api/attention')).json).toEqual({ run: '1', attention: [] })
    shop.game().end(a, OUTCOMES.succeeded)
    shop.game().end(b, OUTCOMES.asked)
    const { json } = await shop.api.get('/api/attention')
    expect(json.attention).toMatchObject([
      { kind: 'question', task: 'b', question: { decision: 'How are tokens refreshed?' } },
      { kind: 'review', task: 'a', urgent: true },
    ])
  })

  it('is a line: what is merged, what needs somebody, what has landed', async () => {
    using shop = await serveGame('a:\nb:', { isolation: 'worktree', review: true, check: 'true' })
    shop.game().end(a, OUTCOMES.succeeded)
    shop.game().end(b, OUTCOMES.succeeded)
    const before = await shop.api.get('/api/merges')
    expect(before.json).toMatchObject({
      target: 'conductor/run-1',
      merges: [
        { task: 'a', status: 'review', trouble: 'approval', branch: 'task-a' },
        { task: 'b', status: 'review' },
      ],
    })
    expect((await shop.api.post('/api/merges')).json.affected).toEqual(['a', 'b'])
    shop.game().land(b)
    const after = await shop.api.get('/api/merges')
    expect(after.json.merges).toMatchObject([
      { task: 'a', status: 'queued', checked: null },
      { task: 'b', status: 'landed', checked: true },
    ])
  })

  it('is nothing before the first run', async () => {
    using shop = await serveGame('a:', { isWaiting: true })
    expect((await shop.api.get('/api/attention')).json).toEqual({ run: null, attention: [] })
    expect((await shop.api.get('/api/merges')).json).toEqual({
      run: null,
      target: null,
      merges: [],
    })
    expect((await shop.api.post('/api/merges')).json.error).toBe('no_run')
    expect((await shop.api.get('/api/session')).json).toMatchObject({
      repository: { name: 'shop', folder: '/play' },
      run: null,
    })
  })
})
