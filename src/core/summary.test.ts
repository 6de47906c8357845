import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../test/play.ts'
import { commitId, taskId, type CommitId } from './ids.ts'
import { NOT_MEASURED, summarise } from './summary.ts'

const [a, b] = [taskId('a'), taskId('b')]
/** What lands in a game lands as this. */
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
