import { describe, expect, it } from 'vitest'
import { OUTCOMES } from '../../../../test/played/play.ts'
import { serveGame } from '../../../../test/played/served-game.ts'
import { saidEstimate } from '../../../core/durations/estimate.ts'
import { taskId } from '../../../core/value/ids.ts'

const a = taskId('a')

describe('tasks', () => {
  it('are listed in pages, by state and by words', async () => {
    using shop = await serveGame('a:\nb: a\nc: a', { tasks: { c: { name: 'The <b>shop</b>' } } })
    const first = await shop.api.get('/api/runs/current/tasks?limit=2')
    expect(first.json).toMatchObject({
      next: '2',
      tasks: [
        {
          id: 'a',
          status: 'working',
          column: 'in-progress',
          word: 'working',
          says: null,
          batch: 1,
        },
        { id: 'b', status: 'waiting', column: 'backlog', says: 'after a', batch: 2 },
      ],
    })
    const rest = await shop.api.get(`/api/runs/1/tasks?limit=2&cursor=${first.json.next}`)
    expect(rest.json).toMatchObject({ next: null, tasks: [{ id: 'c', name: 'The <b>shop</b>' }] })
    const waiting = await shop.api.get('/api/runs/1/tasks?status=waiting,landed&q=SHOP')
    expect(waiting.json.tasks.map(({ id }: { id: string }) => id)).toEqual(['c'])
    expect((await shop.api.get('/api/runs/1/tasks?status=ready')).status).toBe(422)
  })

  it('are explained: how they stand and why, what was tried', async () => {
    using shop = await serveGame('a:\nb: a')
    const { json } = await shop.api.get('/api/runs/1/tasks/b')
    expect(json).toMatchObject({
      task: 'b',
      state: { is: 'waiting' },
      why: { is: 'on-tasks', tasks: ['a'] },
      says: 'after a',
      attempts: [],
    })
    const attempts = await shop.api.get('/api/runs/1/tasks/a/attempts')
    expect(attempts.json.attempts).toMatchObject([{ id: '1-a-1', number: 1, ended: null }])
  })

  it('can be added, in the form of the task file', async () => {
    using shop = await serveGame('a:')
    const answer = await shop.api.post('/api/runs/1/tasks', {
      tasks: [{ id: 'x', run: 'true', dependencies: ['a'] }],
    })
    expect(answer).toMatchObject({ status: 201, json: { affected: ['x'] } })
    const bad = await shop.api.post('/api/runs/1/tasks', {
      tasks: [{ id: 'y', run: 'true', dependencies: ['z'] }],
    })
    expect(bad).toMatchObject({ status: 422, json: { error: 'bad_tasks' } })
    expect(bad.json.problems[0].message).toContain('z')
    expect((await shop.api.post('/api/runs/1/tasks', { tasks: [] })).status).toBe(422)
  })
})

describe('what can be done with a task', () => {
  it('is done once, however often it is asked', async () => {
    using shop = await serveGame('a:\nb: a\nc:\nd:', { agents: 1 })
    for (const path of ['c/skip', 'b/cancel', 'a/preempt'])
      for (const times of [1, 2]) {
        const answer = await shop.api.post(`/api/runs/current/tasks/${path}`)
        expect({ path, times, status: answer.status }).toEqual({ path, times, status: 200 })
      }
    const { json } = await shop.api.get('/api/runs/1/tasks')
    expect(json.tasks.map(({ status }: { status: string }) => status)).toEqual([
      'working',
      'cancelled',
      'skipped',
      'waiting',
    ])
    expect((await shop.api.post('/api/runs/1/tasks/b/retry')).json.affected).toEqual(['b'])
    expect((await shop.api.post('/api/runs/1/tasks/b/retry')).json.affected).toEqual([])
  })

  it('with a delivery: approve, send back, land', async () => {
    using shop = await serveGame('a:\nb:\nc:', { isolation: 'worktree', review: true, agents: 3 })
    for (const task of shop.game().working()) shop.game().end(task, OUTCOMES.succeeded)
    expect((await shop.api.post('/api/runs/1/tasks/a/reject', { why: ' ' })).status).toBe(422)
    for (const _ of [1, 2]) {
      expect((await shop.api.post('/api/runs/1/tasks/a/reject', { why: 'no tests' })).status).toBe(
        200,
      )
      expect((await shop.api.post('/api/runs/1/tasks/b/approve')).status).toBe(200)
      expect((await shop.api.post('/api/runs/1/tasks/c/land')).status).toBe(200)
    }
    expect(shop.game().landing()).toEqual(['b', 'c'])
    expect(shop.game().working()).toEqual(['a'])
  })

  it('with its agent: guide it, let it do what it asks for', async () => {
    using shop = await serveGame('a:')
    expect((await shop.api.post('/api/runs/1/tasks/a/guide', { text: 'like this' })).status).toBe(
      200,
    )
    expect((await shop.api.post('/api/attempts/1-a-1/guidance', { text: 'or that' })).status).toBe(
      200,
    )
    expect(shop.game().run.guidance.get(a)!.said.map(String).length).toBe(2)
    expect((await shop.api.post('/api/runs/1/tasks/a/allow')).json.error).toBe('nothing_asked')
    const requests = [{ id: 'r1', tool: 'Bash', what: 'rm x' }]
    const condition = { is: 'permission', since: 0, requests } as const
    const attempt = shop.game().run.attemptsOf.get(a)![0]!
    shop.game().record([{ type: 'condition-changed', task: a, attempt, condition }])
    expect((await shop.api.post('/api/runs/1/tasks/a/deny', { why: 'not that' })).status).toBe(200)
    expect(shop.asked.at(-1)).toEqual({
      ask: 'decide',
      task: 'a',
      request: null,
      allow: false,
      why: 'not that',
    })
  })

  it('before it begins: change it', async () => {
    using shop = await serveGame('a:\nb:\nc:', { agents: 1, isolation: 'worktree' })
    const change = {
      name: 'B',
      priority: 'low',
      estimate: '45m',
      files: ['x'],
      dependencies: ['c'],
      lane: 'shop',
    }
    expect((await shop.api.patch('/api/runs/1/tasks/b', change)).status).toBe(200)
    const { json } = await shop.api.get('/api/runs/1/tasks/b')
    expect(json).toMatchObject({
      name: 'B',
      priority: 5,
      estimate: saidEstimate(2700),
      files: ['x'],
      dependencies: ['c'],
      lane: 'shop',
    })
    const circle = await shop.api.patch('/api/runs/1/tasks/c', { dependencies: ['b'] })
    expect(circle).toMatchObject({ status: 409, json: { error: 'would_circle' } })
    expect((await shop.api.patch('/api/runs/1/tasks/a', { name: 'x' })).status).toBe(409)
    for (const bad of [{}, { estimate: 'soon' }, { priority: 9 }, { lane: '../x' }, { id: 'z' }])
      expect((await shop.api.patch('/api/runs/1/tasks/c', bad)).status).toBe(422)
  })

  it('when it waits to be tried again: only make it more urgent', async () => {
    using shop = await serveGame('a:\nb:', { agents: 1 })
    await shop.api.post('/api/runs/1/tasks/a/preempt')
    await shop.api.post('/api/runs/1/pause')
    shop.game().end(shop.game().working()[0]!, OUTCOMES.preempted)
    expect((await shop.api.patch('/api/runs/1/tasks/a', { priority: 1 })).status).toBe(200)
    const named = await shop.api.patch('/api/runs/1/tasks/a', { priority: 1, name: 'x' })
    expect(named).toMatchObject({ status: 409, json: { error: 'already_tried' } })
  })

  it('by dragging its card, where that means something', async () => {
    using shop = await serveGame('a:\nb: a', { isolation: 'worktree', review: true })
    const move = (task: string, column: string, words?: string) =>
      shop.api.post(
        `/api/runs/1/tasks/${task}/move`,
        words === undefined ? { column } : { column, words },
      )
    expect((await move('b', 'in-progress')).json).toMatchObject({
      error: 'no_such_move',
      message: 'it cannot start yet: after a',
    })
    expect((await move('b', 'backlog')).json).toEqual({ accepted: true, affected: [] })
    shop.game().end(a, OUTCOMES.succeeded)
    const silent = await move('a', 'backlog')
    expect(silent).toMatchObject({ status: 422, json: { error: 'words_needed' } })
    expect((await move('a', 'backlog', 'no tests')).status).toBe(200)
    expect(shop.asked.at(-1)).toEqual({ ask: 'reject', task: 'a', why: 'no tests' })
    expect((await move('a', 'somewhere')).status).toBe(422)
  })

  it('by moving it to another worktree, before it begins', async () => {
    using shop = await serveGame('a:\nb:', { isolation: 'worktree', agents: 1 })
    expect((await shop.api.post('/api/runs/1/tasks/b/reassign', { lane: 'task-a' })).status).toBe(
      200,
    )
    expect(
      (await shop.api.post('/api/runs/1/tasks/b/reassign', { lane: 'task-a' })).json.affected,
    ).toEqual([])
    const begun = await shop.api.post('/api/runs/1/tasks/a/reassign', { lane: 'shop' })
    expect(begun).toMatchObject({ status: 409, json: { error: 'no_such_move' } })
  })
})

describe('an attempt', () => {
  it('tells what it has printed, as text', async () => {
    using shop = await serveGame('a:', { transcripts: { '1-a-1': ['<script>', 'two'] } })
    const { json } = await shop.api.get('/api/attempts/1-a-1/transcript')
    expect(json).toEqual({
      attempt: '1-a-1',
      from: 0,
      to: 2,
      begins: 0,
      ends: 2,
      pieces: [
        { at: 1, out: '<script>', position: 0 },
        { at: 1, out: 'two', position: 1 },
      ],
    })
    expect((await shop.api.get('/api/attempts/1-a-1/transcript?from=2')).json.pieces).toEqual([])
    const back = await shop.api.get('/api/attempts/1-a-1/transcript?before=end&bytes=1')
    expect(back.json).toMatchObject({ from: 1, to: 2, pieces: [{ out: 'two' }] })
    const before = await shop.api.get('/api/attempts/1-a-1/transcript?before=1')
    expect(before.json).toMatchObject({ from: 0, to: 1, pieces: [{ out: '<script>' }] })
    const found = await shop.api.get('/api/attempts/1-a-1/transcript/matches?words=TWO')
    expect(found.json).toEqual({
      attempt: '1-a-1',
      total: 1,
      matches: [{ position: 1, call: null }],
    })
    for (const wrong of ['?before=x', '?from=1&before=end', '?before=end&bytes=0', '/matches'])
      expect((await shop.api.get(`/api/attempts/1-a-1/transcript${wrong}`)).status).toBe(422)
    for (const name of ['1-a-2', 'x', '9-a-1', '..%2f..%2fetc'])
      expect((await shop.api.get(`/api/attempts/${name}/transcript`)).status).toBe(404)
  })

  it('that is over hears nothing any more', async () => {
    using shop = await serveGame('a:\nb: a')
    shop.game().end(a, OUTCOMES.succeeded)
    const answer = await shop.api.post('/api/attempts/1-a-1/guidance', { text: 'too late' })
    expect(answer).toMatchObject({ status: 409, json: { error: 'attempt_is_over' } })
  })
})
