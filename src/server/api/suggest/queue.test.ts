import { describe, expect, it } from 'vitest'
import { serveGame, type GameOptions } from '../../../../test/played/served-game.ts'
import { OUTCOMES } from '../../../../test/played/play.ts'
import { trackerOfTrees, treesFrom } from '../../../../test/played/trees.ts'
import { taskOf } from '../../../core/run/run.ts'
import { taskId } from '../../../core/value/ids.ts'
import type { TrackedTask } from '../../../core/workspace/tracker.ts'

const PATH = '/api/suggest-parallelization/queue'

const ours = (task: string): TrackedTask => ({ project: 'shop', run: '1', task })

/** a works; b, c and d wait. Somebody has declared that the workspace of c depends on that of b. */
const serve = (options: GameOptions = {}) =>
  serveGame('a:\nb:\nc:\nd:', {
    agents: 1,
    tracker: trackerOfTrees(
      treesFrom({ shop: 'task-a\ntask-b\ntask-c after:shop:task-b\nother' }),
      {
        'task-a': ours('a'),
        'task-b': ours('b'),
        'task-c': ours('c'),
      },
    ),
    ...options,
  })

const order = (...phases: readonly (readonly string[])[]) => ({
  strategy: {
    strategy_id: 'max_parallel',
    phases: phases.map((workspace_ids) => ({ workspace_ids })),
  },
})

const ORDER = order(['ws-task-b', 'ws-task-a'], ['ws-task-c', 'ws-other'])

describe('queueing an ordering', () => {
  it('first shows which tasks would change, and what is skipped and why', async () => {
    using shop = await serve()
    const { status, json } = await shop.api.post(PATH, ORDER)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      confirmed: false,
      into: 'run',
      run: '1',
      changes: [
        {
          task: 'b',
          workspace_id: 'ws-task-b',
          phase: 1,
          priority: 1,
          priority_before: 3,
          after: [],
        },
        {
          task: 'c',
          workspace_id: 'ws-task-c',
          phase: 2,
          priority: 2,
          priority_before: 3,
          after: ['b'],
        },
      ],
      skipped: [
        { workspace_id: 'ws-task-a', reason: 'a is working' },
        { workspace_id: 'ws-other', reason: 'it belongs to no task of this run' },
      ],
    })
    expect(shop.asked).toEqual([])
  })

  it('then asks the run for all of it at once, starts nothing, and can be undone', async () => {
    using shop = await serve()
    const working = shop.game().run.counts.working
    const { json } = await shop.api.post(PATH, { ...ORDER, confirm: true })
    expect(json.confirmed).toBe(true)
    expect(shop.asked).toEqual([
      {
        ask: 'together',
        asks: [
          { ask: 'change', task: 'b', change: { priority: 1 } },
          { ask: 'change', task: 'c', change: { priority: 2, dependencies: ['b'] } },
        ],
      },
    ])
    const c = () => taskOf(shop.game().run, taskId('c'))
    expect([c().priority, c().dependencies, shop.game().run.counts.working]).toEqual([
      2,
      ['b'],
      working,
    ])
    await shop.api.post('/api/asks', json.undo)
    expect([c().priority, c().dependencies]).toEqual([3, []])
  })

  it('does nothing a second time', async () => {
    using shop = await serve()
    await shop.api.post(PATH, { ...ORDER, confirm: true })
    const { json } = await shop.api.post(PATH, { ...ORDER, confirm: true })
    expect(json).toMatchObject({ confirmed: false, changes: [], undo: null })
    expect(shop.asked).toHaveLength(1)
  })

  it('spreads more than five phases over the five priorities, in order', async () => {
    using shop = await serve()
    const phases = ['x1', 'x2', 'x3', 'ws-task-b', 'x5', 'x6', 'x7', 'x8', 'x9', 'ws-task-c']
    const { json } = await shop.api.post(PATH, order(...phases.map((id) => [id])))
    expect(json.changes.map(({ priority }: { priority: number }) => priority)).toEqual([2, 5])
  })

  it('changes the draft of the task file when there is no run', async () => {
    using shop = await serve({
      isWaiting: true,
      tracker: trackerOfTrees(treesFrom({ shop: 'feature/b\n  feature/c' })),
    })
    const wish = order(['ws-feature/b'], ['ws-feature/c'])
    expect((await shop.api.post(PATH, wish)).json).toMatchObject({
      into: 'draft',
      file: 'tasks.yaml',
      confirmed: false,
    })
    expect(shop.served.drafts.get('tasks.yaml')).toEqual([])
    expect((await shop.api.post(PATH, { ...wish, confirm: true })).json.confirmed).toBe(true)
    expect(shop.served.drafts.get('tasks.yaml')).toEqual([
      { task: 'b', change: { priority: 1 } },
      { task: 'c', change: { priority: 2, dependencies: ['b'] } },
    ])
    expect(shop.started).toEqual([])
  })

  it('leaves a delivery in review as it is, and what its branch holds up waits for it', async () => {
    using shop = await serveGame('a:\nb:\nc:', {
      agents: 1,
      isolation: 'worktree',
      review: true,
      tracker: trackerOfTrees(treesFrom({ shop: 'task-a\n  task-c\ntask-b' }), {
        'task-a': ours('a'),
        'task-b': ours('b'),
        'task-c': ours('c'),
      }),
    })
    shop.game().end(taskId('a'), OUTCOMES.succeeded)
    const wish = { ...order(['ws-task-a', 'ws-task-b'], ['ws-task-c']), confirm: true }
    const { json } = await shop.api.post(PATH, wish)
    expect(json).toMatchObject({
      confirmed: true,
      changes: [
        { task: 'b', priority: 1, after: [] },
        { task: 'c', priority: 2, after: ['a'] },
      ],
      skipped: [{ workspace_id: 'ws-task-a', reason: 'a is waiting for review' }],
    })
    expect(shop.game().review()).toEqual(['a'])
    expect(taskOf(shop.game().run, taskId('c')).dependencies).toEqual(['a'])
    await shop.api.post('/api/runs/1/tasks/a/approve')
    expect(shop.game().landing()).toEqual(['a'])
  })

  it('is done in a run without a coordinator, too, and can be undone there', async () => {
    using shop = await serve()
    shop.letGo()
    const { json } = await shop.api.post(PATH, { ...ORDER, confirm: true })
    const priority = () => taskOf(shop.game().run, taskId('c')).priority
    expect([json.confirmed, priority()]).toEqual([true, 2])
    expect((await shop.api.post('/api/asks', json.undo)).status).toBe(200)
    expect(priority()).toBe(3)
  })

  it.each([{}, { strategy: {} }, { strategy: { phases: [] } }, { ...ORDER, confirm: 'yes' }])(
    'refuses %j',
    async (body) => {
      using shop = await serve()
      expect((await shop.api.post(PATH, body)).status).toBe(422)
    },
  )
})
