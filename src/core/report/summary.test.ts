import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, playGame } from '../../../test/played/play.ts'
import { commitId, taskId, type CommitId } from '../value/ids.ts'
import { successRate } from './success-rate.ts'
import { NOT_MEASURED, summarise } from './summary.ts'

const [a, b] = [taskId('a'), taskId('b')]
/** The commit that tasks of a game land as. */
const LANDED = commitId('4'.repeat(40))

const begin = (notation: string, settings = {}): Game => {
  const game = new Game(planFrom(notation), settings)
  game.startAll()
  return game
}

describe('coverage', () => {
  const check = (game: Game, commit: CommitId, passed: boolean, coverage?: number): void =>
    game.record([
      {
        type: 'check-ended',
        tasks: [a],
        commit,
        check: 'npm test',
        passed,
        again: false,
        seconds: 1,
        log: 'log',
        ...(coverage === undefined ? {} : { coverage }),
      },
    ])

  it('is that of the newest tree that has landed and said it', () => {
    const game = begin('a:\nb:', { isolation: 'worktree', check: 'npm test' })
    game.end(a, OUTCOMES.succeeded)
    const coverage = () => summarise(game.run, NOT_MEASURED).test_coverage
    check(game, commitId('5'.repeat(40)), true, 11)
    check(game, LANDED, true, 93)
    expect(coverage()).toBeNull()
    game.land(a)
    expect(coverage()).toBe(93)
    check(game, LANDED, false, 12)
    expect(coverage()).toBe(93)
    game.end(b, OUTCOMES.failed)
    expect(coverage()).toBe(93)
  })

  it('is what was found in the folder of a run in place', () => {
    const game = begin('a:')
    expect(summarise(game.run, { ...NOT_MEASURED, testCoverage: 50 }).test_coverage).toBe(50)
  })
})

describe('speed and success', () => {
  const figures = (game: Game) => summarise(game.run, NOT_MEASURED)

  it('are claimed for nothing that has not landed', () => {
    const failing = { outcomes: { a: ['failed'], b: ['failed'] } } as const
    const { speedup, sequential_s, success_rate } = figures(playGame('a:\nb:', failing))
    expect({ speedup, sequential_s, success_rate }).toEqual({
      speedup: null,
      sequential_s: 0,
      success_rate: 0,
    })
  })

  it('count what has landed, with every try at it', () => {
    const game = new Game(planFrom('a:\nb:'), {})
    game.record([{ type: 'coordinator-started', process: { pid: 1, startedAt: '' } }])
    game.startAll()
    game.now = 500
    game.end(a, OUTCOMES.succeeded)
    game.end(b, OUTCOMES.failed)
    expect(figures(game)).toMatchObject({ wall_s: 0.5, sequential_s: 1, speedup: 2 })
  })

  it('say the same while the run goes on, at its end, and wherever it is shown', () => {
    const game = begin('a:\nb:\nc:', { isolation: 'worktree', agents: 3 })
    expect(figures(game).success_rate).toBeNull()
    game.end(a, OUTCOMES.succeeded)
    game.land(a)
    game.end(b, OUTCOMES.failed)
    expect(figures(game).success_rate).toBe(0.5)
    game.end(taskId('c'), OUTCOMES.succeeded)
    game.land(taskId('c'), 'red', false)
    expect(game.run.counts).toMatchObject({ landed: 1, failed: 1, review: 1 })
    expect(figures(game).success_rate).toBe(0.5)
    expect(successRate(game.run)).toBe(0.5)
  })

  it('are not known while a task only waits for a person', () => {
    const game = begin('a:\nb:', { isolation: 'worktree', agents: 1 })
    game.end(a, OUTCOMES.asked)
    expect(game.run.counts.landed + game.run.counts.failed).toBe(0)
    expect(figures(game).success_rate).toBeNull()
    expect(successRate(game.run)).toBeNull()
  })
})

describe('what each agent has returned', () => {
  it('is its tasks once each, with their files, times and changes', () => {
    const game = playGame('a:\nb: a', {
      isolation: 'worktree',
      agents: 1,
      outcomes: { a: ['try again'] },
    })
    const { workers, tasks_per_worker, workers_used, results } = summarise(game.run, NOT_MEASURED)
    expect(tasks_per_worker).toEqual({ 1: 2 })
    expect(workers_used).toBe(1)
    expect(workers).toEqual([
      {
        worker: 1,
        tasks: ['a', 'b'],
        attempts: 3,
        duration_s: 3,
        files_created: 3,
        files_changed: 6,
        lines_added: 90,
        lines_deleted: 12,
      },
    ])
    expect(results.map(({ files }) => files?.map(({ path }) => path))).toEqual([
      ['a.ts', 'a.test.ts', 'b.ts'],
      ['a.ts', 'a.test.ts', 'b.ts'],
    ])
  })
})

it('counts no second of a stage twice, and none in which all wait for a person', () => {
  const game = new Game(planFrom('a:'), { isolation: 'worktree' })
  const at = (now: number, go: () => void): void => {
    game.now = now
    go()
  }
  game.record([{ type: 'coordinator-started', process: { pid: 1, startedAt: '' } }])
  at(1000, () => game.startAll())
  at(4000, () => game.end(a, OUTCOMES.succeeded))
  at(9000, () => game.land(a, 'red', false))
  at(20_000, () => game.ask({ ask: 'land', task: a }))
  at(22_000, () => game.land(a))
  expect(summarise(game.run, { ...NOT_MEASURED, aggregationSeconds: 0.5 }).stage_s).toEqual({
    analysis: 0,
    planning: 0,
    execution: 3,
    landing: 7,
    aggregation: 0.5,
  })
})

it('counts a delivery as merged that failed its check afterwards', () => {
  const game = begin('a:\nb:', { isolation: 'worktree', check: 'npm test' })
  game.end(a, OUTCOMES.succeeded)
  game.land(a, 'red', false)
  game.end(b, OUTCOMES.succeeded)
  game.land(b, 'conflict', false)
  expect(summarise(game.run, NOT_MEASURED).landing).toMatchObject({ merge_success_rate: 0.5 })
})

it('says how far a run is: ready, agents started, working, aggregating, completed', () => {
  const game = new Game(planFrom('a:\nb: a'), { isolation: 'worktree' })
  const phases = [summarise(game.run, NOT_MEASURED).phase]
  const note = (): void => void phases.push(summarise(game.run, NOT_MEASURED).phase)
  for (const task of ['a', 'b'].map(taskId)) {
    game.startAll()
    note()
    game.end(task, OUTCOMES.succeeded)
    note()
    game.land(task)
  }
  note()
  expect(phases).toEqual([
    'queue_ready',
    'workers_spawned',
    'working',
    'working',
    'aggregating',
    'completed',
  ])
})
