import { describe, expect, it } from 'vitest'
import { OUTCOMES } from '../../../../test/played/play.ts'
import { serveGame } from '../../../../test/played/served-game.ts'
import { until } from '../../../../test/until.ts'
import { commitId, laneName, runId, taskId } from '../../../core/value/ids.ts'
import type { ListedRow, ServedWorktrees } from '../../served/served-worktrees.ts'

const row: ListedRow = {
  path: '/play-task-a',
  branch: 'task-a',
  lane: laneName('task-a'),
  run: runId(1),
  task: taskId('a'),
  status: 'open',
  ahead: 1,
  behind: 0,
  dirty: false,
  createdAt: 1000,
  batch: null,
  bytes: 10,
}

const COMMIT = commitId('2'.repeat(40))

const CONFLICT = {
  token: 'seen',
  target: 'conductor/run-1',
  onto: COMMIT,
  delivery: COMMIT,
  files: [],
}

const BY_HAND = { run: null, task: null, status: 'manual' }

/** Worktrees that exist only in memory. */
function paperWorktrees(): ServedWorktrees {
  const names = new Set(['task-a'])
  const batches = new Map<string, number | null>()
  const unknown = { ok: false, is: 'unknown', message: 'there is none', hint: null } as const
  return {
    list: async () =>
      [...names].map((name) => ({
        ...row,
        path: `/${name}`,
        ...(name === 'task-a' ? {} : { ...BY_HAND, branch: name, lane: laneName(name) }),
        batch: batches.get(name) ?? null,
      })),
    lanes: async () => [
      {
        lane: laneName('task-a'),
        branch: 'task-a',
        head: 'abc',
        subject: 'Add <img onerror>',
        at: 1,
        author: 'Ada',
        ahead: 1,
        behind: 0,
        mergesCleanly: true,
        conflicts: [],
      },
    ],
    async make(name, _from, batch) {
      batches.set(name, batch)
      if (names.has(name)) return { ok: false, is: 'refused', message: 'it is there', hint: null }
      names.add(name)
      return { ok: true, path: `/${name}`, branch: name, kept: [] }
    },
    remove: async (name) =>
      names.delete(name) ? { ok: true, path: `/${name}`, branch: name, kept: ['r/1'] } : unknown,
    diff: async (_, task, { against, file }) =>
      task === 'b'
        ? null
        : {
            base: against,
            commit: null,
            files: [
              {
                path: file ?? 'a.ts',
                oldPath: null,
                status: 'modified',
                added: 1,
                deleted: 0,
                isBinary: false,
                bytes: 4,
                patch: '+</script>',
              },
            ],
            isCut: false,
          },
    validate: async (_, task) =>
      task === 'b'
        ? null
        : { mergesCleanly: true, conflicts: [], check: 'passed', log: 'ok', seconds: 1 },
    conflict: async (run, task) => ({ ...CONFLICT, run: run.id, task }),
    resolution: async (_, task, { token, decisions }) =>
      token !== CONFLICT.token
        ? { ok: false, is: 'stale', message: 'it has changed' }
        : 'a.ts' in decisions
          ? {
              ok: true,
              ask: { ask: 'resolve', task, delivery: COMMIT, onto: COMMIT, commit: COMMIT },
              drop: async () => {},
            }
          : { ok: false, is: 'bad', message: 'not decided yet: a.ts' },
  }
}

describe('worktrees', () => {
  it('are listed, made and cleared away', async () => {
    using shop = await serveGame('a:', { worktrees: paperWorktrees() })
    expect((await shop.api.get('/api/worktrees')).json.worktrees).toHaveLength(1)
    const made = await shop.api.post('/projects/shop/worktrees', { name: 'try-it', from: 'main' })
    expect(made).toMatchObject({ status: 201, json: { path: '/try-it', branch: 'try-it' } })
    const again = await shop.api.post('/api/worktrees', { name: 'try-it' })
    expect(again).toMatchObject({ status: 409, json: { error: 'worktree_refused' } })
    expect((await shop.api.delete('/worktrees/try-it')).json.kept).toEqual(['r/1'])
    expect((await shop.api.delete('/worktrees/try-it')).status).toBe(404)
    expect((await shop.api.get('/api/lanes')).json.lanes).toMatchObject([{ lane: 'task-a' }])
  })

  it('are told and made in the words of other programs, too', async () => {
    using shop = await serveGame('b:\na: b', {
      worktrees: paperWorktrees(),
      isolation: 'worktree',
    })
    const body = { branch_name: 'try-it', batch_id: 2 }
    const made = await shop.api.post('/projects/shop/worktrees', body)
    const own = { project_id: 'shop', batch_id: 2, created_at: '1970-01-01T00:00:01.000Z' }
    const theirs = { ...own, id: 'try-it', branch_name: 'try-it', merged_at: null }
    expect(made).toMatchObject({ status: 201, json: { ...theirs, status: 'manual', kept: [] } })
    const beyond = await shop.api.post('/api/worktrees', { name: 'beyond', batch_id: 99 })
    expect(beyond).toMatchObject({
      status: 422,
      json: { error: 'no_such_batch', hint: expect.stringContaining('batches 1 to 2') },
    })
    const { worktrees } = (await shop.api.get('/projects/shop/worktrees')).json
    expect(worktrees).toMatchObject([
      { ...own, id: 'task-a', branch_name: 'task-a', status: 'open', merged_at: null },
      { ...theirs, status: 'manual' },
    ])
    shop.game().end(taskId('b'), OUTCOMES.succeeded)
    shop.game().startAll()
    const session = (await shop.api.get('/api/runs/1/tasks/b/attempts')).json.attempts[0]
    expect(session).toMatchObject({ id: '1-b-1', batch_id: 1, worktree_id: 'task-b' })
    expect((await shop.api.delete('/worktrees/try-it')).json).toMatchObject({ id: 'try-it' })
  })

  it.each([
    { name: 'x', branch_name: 'y' },
    { branch_name: 'a b' },
    { name: 'x', batch_id: 0 },
    { name: '../x' },
    { name: '-rf' },
    { name: 'a b' },
    { name: 'HEAD' },
    { name: 'x', from: '--upload-pack=x' },
    { name: 'x', from: 'a\nb' },
    {},
  ])('are not made from %j', async (body) => {
    using shop = await serveGame('a:', { worktrees: paperWorktrees() })
    expect((await shop.api.post('/api/worktrees', body)).status).toBe(422)
  })

  it('are not there where tasks work in place', async () => {
    using shop = await serveGame('a:')
    for (const answer of [
      await shop.api.get('/api/worktrees'),
      await shop.api.post('/api/worktrees', { name: 'x' }),
      await shop.api.delete('/api/worktrees/x'),
      await shop.api.post('/api/worktrees/x/merge'),
      await shop.api.get('/api/lanes'),
      await shop.api.get('/api/runs/1/tasks/a/diff'),
      await shop.api.post('/api/runs/1/tasks/a/check'),
      await shop.api.get('/api/runs/1/tasks/a/conflict'),
      await shop.api.post('/api/runs/1/tasks/a/resolution', { token: 't', files: {} }),
    ])
      expect(answer).toMatchObject({ status: 409, json: { error: 'no_repository' } })
  })

  it('are merged by landing what their lane has in review', async () => {
    using shop = await serveGame('a:\nb: a', {
      worktrees: paperWorktrees(),
      isolation: 'worktree',
      review: true,
    })
    const early = await shop.api.post('/worktrees/task-a/merge')
    expect(early).toMatchObject({ status: 409, json: { error: 'nothing_delivered' } })
    shop.game().end(taskId('a'), OUTCOMES.succeeded)
    expect((await shop.api.post('/worktrees/task-a/merge')).json.affected).toEqual(['a'])
    expect((await shop.api.post('/worktrees/task-a/merge')).json.affected).toEqual([])
    expect((await shop.api.post('/worktrees/nothing/merge')).status).toBe(404)
  })
})

describe('what a task has delivered', () => {
  it('can be read file by file, and tried', async () => {
    using shop = await serveGame('a:\nb:', { worktrees: paperWorktrees() })
    const diff = await shop.api.get('/api/runs/1/tasks/a/diff?against=target&file=b.ts&attempt=1')
    expect(diff.json).toMatchObject({
      base: 'target',
      files: [{ path: 'b.ts', patch: '+</script>' }],
    })
    expect((await shop.api.post('/api/runs/1/tasks/a/check')).json.check).toBe('passed')
    expect((await shop.api.get('/api/runs/1/tasks/b/diff')).status).toBe(404)
    expect((await shop.api.post('/api/runs/1/tasks/b/check')).status).toBe(409)
    for (const bad of ['against=main', 'attempt=0', 'attempt=x'])
      expect((await shop.api.get(`/api/runs/1/tasks/a/diff?${bad}`)).status).toBe(422)
  })
})

describe('a conflict', () => {
  const resolution = '/api/runs/1/tasks/a/resolution'
  const files = { 'a.ts': { keep: 'task' } }

  it('is resolved once: a second browser, an old token and half a decision are refused', async () => {
    using shop = await serveGame('a:', {
      worktrees: paperWorktrees(),
      isolation: 'worktree',
      review: true,
    })
    shop.game().end(taskId('a'), OUTCOMES.succeeded)
    expect((await shop.api.get('/api/runs/1/tasks/a/conflict')).json).toMatchObject({ task: 'a' })
    const post = (body: object) => shop.api.post(resolution, body)
    expect(await post({ token: 'old', files })).toMatchObject({
      status: 409,
      json: { error: 'conflict_changed', hint: 'read the conflict again' },
    })
    expect(await post({ token: 'seen', files: {} })).toMatchObject({
      status: 422,
      json: { error: 'bad_resolution', message: 'not decided yet: a.ts' },
    })
    expect((await post({ token: 'seen', files })).json).toMatchObject({ affected: ['a'] })
    expect((await shop.api.get('/api/runs/1/tasks/b/conflict')).status).toBe(404)
  })

  it.each([
    {},
    { token: 'seen' },
    { token: '', files },
    { token: 'seen', files: { '': { keep: 'task' } } },
    { token: 'seen', files: { a: { keep: 'mine' } } },
    { token: 'seen', files: { a: { keep: 'task', text: 'x' } } },
    { token: 'seen', files: { a: { hunks: ['base'] } } },
    { token: 'seen', files: { a: { hunks: [{ html: 'x' }] } } },
    { token: 'seen', files: { a: {} } },
    { token: 'seen', files, more: 1 },
  ])('is not resolved by %j', async (body) => {
    using shop = await serveGame('a:', { worktrees: paperWorktrees() })
    expect((await shop.api.post(resolution, body)).status).toBe(422)
  })
})

describe('checks of merges', () => {
  it('are made one of each task at a time, and three in all', async () => {
    const ends: (() => void)[] = []
    const slow: ServedWorktrees = {
      ...paperWorktrees(),
      validate: () => new Promise((resolve) => ends.push(() => resolve(null))),
    }
    using shop = await serveGame('a:\nb:\nc:\nd:', { worktrees: slow })
    const check = (task: string) => shop.api.post(`/api/runs/1/tasks/${task}/check`)
    const checking = ['a', 'b', 'c'].map(check)
    await until('they are under way', () => ends.length === 3)
    expect(await check('a')).toMatchObject({ status: 409, json: { error: 'check_under_way' } })
    const many = await check('d')
    expect(many).toMatchObject({ status: 409, json: { error: 'too_many_checks' } })
    expect(many.json.hint).toContain('wait')
    expect(ends).toHaveLength(3)
    for (const end of ends) end()
    await Promise.all(checking)
    const again = check('a')
    await until('it is made again', () => ends.length === 4)
    ends[3]!()
    expect((await again).json.error).toBe('nothing_delivered')
  })
})
