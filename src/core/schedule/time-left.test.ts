import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { taskId } from '../value/ids.ts'
import type { PartOfTask } from '../plan/plan.ts'
import { sayTimeLeft } from '../say/say-time-left.ts'
import { forecast, timeLeft } from './time-left.ts'

const lasting = (seconds: number): PartOfTask => ({ estimate: { seconds, from: 'file' } })

const secondsLeft = (game: Game, now: number): number => timeLeft(game.run, now).seconds

describe('the time that is left', () => {
  it('counts what the working tasks have done already', () => {
    const game = new Game(planFrom('a:\nb: a'), {})
    game.startAll()
    expect(secondsLeft(game, 0)).toBe(120)
    expect(secondsLeft(game, 20_000)).toBe(100)
  })

  it('is not known while something is overdue: it is what comes after that, at least', () => {
    const game = new Game(planFrom('a:\nb: a\nc:'), {})
    game.startAll()
    const overdue = [
      { task: 'a', seconds: 2 },
      { task: 'c', seconds: 2 },
    ]
    expect(timeLeft(game.run, 62_000)).toEqual({ seconds: 60, overdue })
    expect(sayTimeLeft(timeLeft(game.run, 62_000))).toBe(
      'at least 1m left, a is overdue by 2s (and 1 more)',
    )
    expect(sayTimeLeft({ seconds: 0, overdue: overdue.slice(0, 1) as never })).toBe(
      'a is overdue by 2s',
    )
    expect(sayTimeLeft(timeLeft(game.run, 20_000))).toBe('about 1m 40s left')
  })

  it('calls nothing overdue because others took less than was assumed', () => {
    const assumed = { estimate: { seconds: 600, from: 'default' } } as const
    const game = new Game(planFrom('a:\nb:', { a: assumed, b: assumed }), {})
    game.startAll()
    game.end(taskId('a'), OUTCOMES.succeeded)
    expect(timeLeft(game.run, 120_000)).toEqual({ seconds: 480, overdue: [] })
    expect(timeLeft(game.run, 601_000).overdue).toEqual([{ task: 'b', seconds: 1 }])
  })

  it('leaves the run as it was', () => {
    const game = new Game(planFrom('a:\nb: a'), {})
    game.startAll()
    const before = JSON.stringify([game.run, [...game.run.attempts]])
    timeLeft(game.run, 0)
    expect(JSON.stringify([game.run, [...game.run.attempts]])).toBe(before)
  })

  it('[S3] starts a retry when it is due, not when something else ends', () => {
    const game = new Game(planFrom('a:\nb:', { a: lasting(100) }), {})
    game.record([{ type: 'retry-scheduled', task: taskId('b'), retryAt: 10_000 }])
    game.startAll()
    expect(secondsLeft(game, 0)).toBe(100)
  })

  it('is counted as if a paused run, or batch, went on', () => {
    const game = new Game(planFrom('a:'), {})
    game.ask({ ask: 'pause' })
    game.ask({ ask: 'pause-batch', batch: 0 })
    expect(secondsLeft(game, 0)).toBe(60)
  })
})

describe('a forecast', () => {
  it('has a bar for what works and for what is still to come, from now on', () => {
    const game = new Game(planFrom('a:\nb: a\nc:'), { agents: 1 })
    game.startAll()
    expect(forecast(game.run, 20_000)).toEqual([
      { id: 'a', worker: 1, startSeconds: 0, endSeconds: 40 },
      { id: 'b', worker: 1, startSeconds: 40, endSeconds: 100 },
      { id: 'c', worker: 1, startSeconds: 100, endSeconds: 160 },
    ])
  })

  it('follows the agents there are now', () => {
    const game = new Game(planFrom('a:\nb:\nc:'), { agents: 1 })
    game.ask({ ask: 'agents', agents: 3 })
    expect(forecast(game.run, 0).map(({ worker }) => worker)).toEqual([1, 2, 3])
    expect(secondsLeft(game, 0)).toBe(60)
  })
})
