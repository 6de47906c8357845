import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, type Script } from '../../../test/played/play.ts'
import { opened, playPublished } from '../../../test/played/published.ts'
import { commitId, laneName, taskId } from '../value/ids.ts'
import { withOwnPulls } from './own-pulls.ts'
import { workspacesOfRun, type OwnWorkspaces } from './own-workspaces.ts'

/** A run with worktrees; each task that starts has its own. */
function begun(notation: string, { tasks, ...settings }: Script = {}): Game {
  const game = new Game(planFrom(notation, tasks), { isolation: 'worktree', ...settings })
  game.startAll()
  for (const id of game.working()) open(game, id)
  return game
}

const open = (game: Game, id: string): void =>
  game.record([
    {
      type: 'worktree-opened',
      task: taskId(id),
      lane: laneName(`task-${id}`),
      path: `/shop-task-${id}`,
      branch: `task-${id}`,
      base: commitId('1'.repeat(40)),
    },
  ])

const found = (game: Game, isConducted = true): OwnWorkspaces =>
  workspacesOfRun(game.run, {
    now: 90_000,
    isConducted,
    project: 'shop',
    branchPrefix: '',
  })

const standings = ({ begun: all }: OwnWorkspaces) =>
  all.map(({ branch, standing }) => `${branch} ${standing?.status ?? '-'}: ${standing?.says ?? ''}`)

describe('workspaces of our own runs', () => {
  it('are the lanes with a worktree, with their task and how it stands', () => {
    const game = begun('a:\nb:')
    expect(found(game).begun).toMatchObject([
      {
        branch: 'task-a',
        name: 'a',
        parent: 'main',
        path: null,
        lastActiveAt: 60_000,
        firstSeenAt: 0,
        standing: { status: 'working', says: 'working' },
        session: { status: 'working', model: null, isCompacting: false },
        task: { project: 'shop', run: '1', task: 'a' },
      },
      { branch: 'task-b' },
    ])
  })

  it('are stuck when a person has to decide, and merged when they have landed', () => {
    const game = begun('a:\nb:\nc:', { agents: 3 })
    game.end(taskId('a'), OUTCOMES.asked)
    game.end(taskId('b'), OUTCOMES.succeeded)
    game.land(taskId('b'))
    game.end(taskId('c'), OUTCOMES.failed)
    expect(standings(found(game))).toEqual([
      'task-a stuck: stuck: decision needed: How are tokens refreshed?',
      'task-b merged: landed: merged as 444444444',
      'task-c stuck: failed: exit code 1: last words',
      'conductor/run-1 -: ',
    ])
    expect(found(game).begun.at(-1)).toMatchObject({ name: 'run 1', parent: 'main' })
  })

  it('are stuck when they need an approval to start', () => {
    const game = begun('a:\nb:\nc: b', { tasks: { b: { needsHuman: true } } })
    const planned = () =>
      found(game).planned.map(({ branch, standing: is }) => `${branch} ${is!.status}: ${is!.says}`)
    expect(planned()).toEqual([
      'task-b stuck: waiting: needs your approval to start',
      'task-c idle: waiting: after b',
    ])
    game.ask({ ask: 'approve', task: taskId('b') })
    expect(planned()[0]).toMatch(/^task-b idle/)
  })

  it('are stuck when only a paused batch is left, and idle while something else goes on', () => {
    const game = begun('a:\nb: a')
    game.ask({ ask: 'pause-batch', batch: 1 })
    const statuses = () => found(game).planned.map(({ standing }) => standing!.status)
    expect(statuses()).toEqual(['idle'])
    game.end(taskId('a'), OUTCOMES.succeeded)
    game.land(taskId('a'))
    expect(statuses()).toEqual(['stuck'])
  })

  it('are stuck when their coordinator is gone', () => {
    expect(standings(found(begun('a:'), false))[0]).toMatch(/^task-a stuck: cut off/)
  })

  it('have a place before they start, on what they depend on', () => {
    const game = begun('a:\nb: a\nc: a b')
    const { planned } = found(game)
    expect(planned).toMatchObject([
      {
        branch: 'task-b',
        parent: 'task-a',
        dependsOn: [],
        lastActiveAt: null,
        standing: { status: 'idle' },
      },
      { branch: 'task-c', parent: 'task-b', dependsOn: ['task-a'], task: { task: 'c' } },
    ])
    game.ask({ ask: 'cancel', task: taskId('b') })
    expect(found(game).planned).toEqual([])
  })

  it('do not depend on what has landed', () => {
    const game = begun('a:\nb: a')
    game.end(taskId('a'), OUTCOMES.succeeded)
    game.land(taskId('a'))
    expect(found(game).planned).toMatchObject([{ branch: 'task-b', parent: 'main' }])
  })

  it('show, of tasks that share a lane, the one that has work there, else the next one', () => {
    const shared = { issue: 7 }
    const game = new Game(planFrom('a:\nb: a', { a: shared, b: shared }), { isolation: 'worktree' })
    expect(found(game).planned).toMatchObject([{ branch: 'issue-7', task: { task: 'a' } }])
    game.startAll()
    game.end(taskId('a'), OUTCOMES.succeeded)
    game.land(taskId('a'))
    expect(found(game).planned).toMatchObject([{ branch: 'issue-7', task: { task: 'b' } }])
  })

  it('of a large plan are the first of those that have not started, and the others are counted', () => {
    const many = Array.from({ length: 1000 }, (_, n) => `t${n}:`).join('\n')
    const { planned, leftOut } = found(new Game(planFrom(many), { isolation: 'worktree' }))
    expect([planned.length, planned[0]!.branch, leftOut]).toEqual([200, 'task-t0', 800])
  })

  it('have no branch of the run any more when its result was taken, or is in pull requests', () => {
    const merged = playPublished('a:')
    const targetsOf = (game: Game) => {
      const { begun: all, done } = found(game, false)
      return { shown: all.map(({ branch }) => branch), done }
    }
    expect(targetsOf(merged)).toEqual({ shown: ['conductor/run-1'], done: [] })
    merged.record(opened('task-a', 1))
    expect(targetsOf(merged)).toEqual({ shown: [], done: ['conductor/run-1'] })
    merged.record(opened('task-a', 1, { state: 'closed' }))
    expect(targetsOf(merged)).toEqual({ shown: ['conductor/run-1'], done: [] })
    merged.record(opened('task-a', 1, { state: 'merged' }))
    expect(targetsOf(merged)).toEqual({ shown: [], done: ['conductor/run-1'] })

    const taken = playPublished('a:')
    const { tip } = taken.run.target!
    const taking = { is: 'branch', branch: 'mine', to: tip } as const
    taken.record([{ type: 'result-taken', taking, result: tip, check: 'none' }])
    expect(targetsOf(taken)).toEqual({ shown: [], done: ['conductor/run-1'] })
    taken.record([{ type: 'take-undone', taking }])
    expect(targetsOf(taken).done).toEqual([])
  })

  it('do not exist for a run that works in place', () => {
    expect(found(new Game(planFrom('a:'), {}))).toEqual({
      begun: [],
      planned: [],
      leftOut: 0,
      done: [],
      pulls: [],
    })
  })
})

describe('[PR-10] pull requests of our own runs', () => {
  it('have their place in the stack while they are open, also where no forge lists them', () => {
    const game = playPublished('a:\nb: a\nc:')
    expect(found(game, false).pulls).toEqual([])
    game.record(opened('task-a', 1, { ci: 'pass', url: '' }))
    game.record(opened('task-b', 2, { base: 'task-a' }))
    game.record(opened('task-c', 3, { state: 'merged' }))
    expect(found(game, false).pulls).toMatchObject([
      { number: 1, title: 'task-a', head: 'task-a', base: 'main', ci: 'pass', url: '' },
      { number: 2, head: 'task-b', base: 'task-a', url: 'https://github.com/acme/shop/pull/2' },
    ])
  })

  it('are as the forge says where it has listed them, and gone when it has listed all', () => {
    const game = playPublished('a:\nb:')
    for (const [name, number] of [['task-a', 1] as const, ['task-b', 2] as const])
      game.record(opened(name, number))
    const own = found(game, false).pulls
    const listed = { ...own[0]!, title: 'as the forge says' }
    expect(withOwnPulls({ pulls: [listed], isWhole: false }, own)).toEqual([listed, own[1]])
    expect(withOwnPulls({ pulls: [listed], isWhole: true }, own)).toEqual([listed])
  })
})
