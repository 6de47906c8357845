import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../../test/played/any-game.ts'
import { Game, OUTCOMES, planFrom, playGame, type Script } from '../../../../test/played/play.ts'
import { saidEstimate } from '../../durations/estimate.ts'
import { answerAsk } from '../ask.ts'
import { laneName, taskId } from '../../value/ids.ts'
import { laneOf } from '../../plan/lanes.ts'
import type { TaskChange } from '../../plan/plan.ts'
import { stateOf, taskOf } from '../../run/run.ts'
import { sayChange } from '../../say/say-change.ts'
import { sayRefusal } from '../../say/say-failure.ts'

const id = taskId

const begun = (notation: string, { tasks, ...settings }: Script = {}): Game => {
  const game = new Game(planFrom(notation, tasks), { agents: 1, ...settings })
  game.startAll()
  return game
}

const refusal = (game: Game, task: string, change: TaskChange): unknown => {
  const answer = answerAsk(game.run, { ask: 'change', task: id(task), change })
  return answer.accepted ? 'accepted' : answer.refusal
}

function change(game: Game, task: string, said: TaskChange): void {
  expect(game.ask({ ask: 'change', task: id(task), change: said }).accepted).toBe(true)
}

describe('a task that is changed before it was tried', () => {
  it('is what it was changed to, and otherwise as it was', () => {
    const game = begun('a:\nb:', { tasks: { b: { epic: 'shop', files: ['x'] } } })
    change(game, 'b', { name: 'B', priority: 1, estimate: saidEstimate(5) })
    expect(taskOf(game.run, id('b'))).toMatchObject({
      name: 'B',
      priority: 1,
      estimate: { seconds: 5 },
      epic: 'shop',
      files: ['x'],
    })
  })

  it('starts after what it now comes after, and no longer after what it came after', () => {
    const game = begun('a:\nb:\nc: a')
    change(game, 'c', { dependencies: [] })
    change(game, 'b', { dependencies: [id('c'), id('c')] })
    expect(taskOf(game.run, id('b')).dependencies).toEqual(['c'])
    game.end(id('a'), OUTCOMES.failed)
    game.startAll()
    expect(game.working()).toEqual(['c'])
    expect(stateOf(game.run, id('b')).is).toBe('waiting')
  })

  it('collides on the files it now predicts', () => {
    const game = begun('a:\nb:', { agents: 2, tasks: { a: { files: ['x'] }, b: { files: ['x'] } } })
    expect(game.working()).toEqual(['a'])
    change(game, 'b', { files: ['y'] })
    game.startAll()
    expect(game.working()).toEqual(['a', 'b'])
  })

  it('works in the lane it was put in, or again in its own', () => {
    const game = begun('a:\nb:', { isolation: 'worktree' })
    change(game, 'b', { lane: laneName('task-a') })
    expect(laneOf(taskOf(game.run, id('b')))).toBe('task-a')
    change(game, 'b', { lane: null })
    expect(laneOf(taskOf(game.run, id('b')))).toBe('task-b')
  })

  it('stays as it is when nothing is said', () => {
    expect(answerAsk(begun('a:\nb:').run, { ask: 'change', task: id('b'), change: {} })).toEqual({
      accepted: true,
      facts: [],
      affected: [],
    })
  })
})

describe('a change is refused', () => {
  const urgent = { priority: 1 } as const

  it('for a task that works, has been tried or is over', () => {
    const game = begun('a:\nb:')
    expect(refusal(game, 'a', urgent)).toMatchObject({ is: 'wrong-state', state: 'working' })
    game.ask({ ask: 'preempt', task: id('a') })
    expect(refusal(game, 'a', urgent)).toEqual({ is: 'already-tried', task: 'a' })
    expect(refusal(playGame('a:'), 'a', urgent)).toEqual({
      is: 'run-is-over',
      of: { task: 'a', state: 'landed' },
    })
  })

  it('when it would come after something that is not there or did not land', () => {
    const game = begun('a:\nb:')
    expect(refusal(game, 'b', { dependencies: [id('x')] })).toEqual({
      is: 'unknown-task',
      task: 'x',
    })
    game.end(id('a'), OUTCOMES.failed)
    expect(refusal(game, 'b', { dependencies: [id('a')] })).toEqual({
      is: 'dependency-not-landed',
      task: 'b',
      dependency: 'a',
    })
  })

  it('when tasks would wait for each other in a circle', () => {
    const game = new Game(planFrom('a:\nb: a\nc: b'), {})
    for (const dependency of ['a', 'b', 'c'])
      expect(refusal(game, 'a', { dependencies: [id(dependency)] })).toEqual({
        is: 'would-circle',
        task: 'a',
        dependency,
      })
    expect(refusal(game, 'c', { dependencies: [id('a')] })).toBe('accepted')
  })

  it('when the lane could not be a branch, or there are no worktrees', () => {
    const game = begun('a:\nb:', { isolation: 'worktree' })
    for (const lane of ['', 'a b', '-x', 'a/b', 'ü', 'HEAD', 'a'.repeat(81)])
      expect(refusal(game, 'b', { lane: laneName(lane) })).toEqual({ is: 'bad-lane', lane })
    const lane = laneName('shop')
    expect(refusal(begun('a:\nb:'), 'b', { lane })).toEqual({ is: 'no-worktrees' })
    expect(refusal(begun('a:\nb:'), 'b', { lane: null })).toBe('accepted')
  })

  it('in words that say what to do', () => {
    expect(sayRefusal({ is: 'would-circle', task: id('a'), dependency: id('c') })).toBe(
      '"a" cannot come after "c", which itself comes after "a"',
    )
    expect(sayRefusal({ is: 'would-circle', task: id('a'), dependency: id('a') })).toBe(
      '"a" cannot come after itself',
    )
    expect(sayRefusal({ is: 'unknown-batch', batch: 4, batches: 2 })).toBe(
      'there is no batch 5; the run has batches 1 to 2',
    )
  })
})

it('every lane that follows from a plan may be chosen for another task', () => {
  const epics = ['shop', 'Größe & Maß', '-', 'a'.repeat(200), '日本']
  for (const epic of epics) {
    const game = begun('a:\nb:', { isolation: 'worktree', tasks: { a: { epic } } })
    expect(refusal(game, 'b', { lane: laneOf(taskOf(game.run, id('a'))) })).toBe('accepted')
  }
})

it('never changes a task that was tried, in any run of any plan', () => {
  inAnyGame({
    begin(game) {
      game.onEvent = (event, before) => {
        if (event.type !== 'task-changed') return
        expect(stateOf(before, event.task).is).toBe('waiting')
        expect(before.attemptsOf.get(event.task)).toBeUndefined()
      }
    },
  })
})

it('is said in words', () => {
  expect(
    sayChange({
      name: 'Shop',
      priority: 2,
      dependencies: [id('a'), id('b')],
      files: [],
      estimate: saidEstimate(2700),
      lane: laneName('shop'),
    }),
  ).toBe('name "Shop", priority 2, after a, b, files nothing, estimate 45m, lane shop')
  expect(sayChange({ dependencies: [], lane: null })).toBe('after nothing, its own lane')
})
