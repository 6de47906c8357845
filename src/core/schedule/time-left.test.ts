import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { Game, OUTCOMES, planFrom, SETTINGS } from '../../../test/played/play.ts'
import { NOTHING_LEARNED } from '../durations/learned.ts'
import { taskId } from '../value/ids.ts'
import type { PartOfTask } from '../plan/plan.ts'
import { sayEstimate, sayTimeLeft } from '../say/say-time-left.ts'
import { parseDuration } from '../value/duration.ts'
import { likelyTime } from './likely-time.ts'
import { scheduleOf } from './schedule.ts'
import { simulate } from './simulate.ts'
import { forecast, timeLeft } from './time-left.ts'

const lasting = (seconds: number): PartOfTask => ({ estimate: { seconds, from: 'file' } })

const secondsLeft = (game: Game, now: number): number => timeLeft(game.run, now).seconds

describe('the likely time of a plan', () => {
  const seconds = { a: 3, b: 4, c: 4, d: 3, e: 3, f: 6, g: 4, h: 1.5 }
  const tasks = Object.fromEntries(Object.entries(seconds).map(([id, s]) => [id, lasting(s)]))
  const plan = planFrom('a:\nb: a\nc:\nd: c\ne: b c\nf:\ng: d e\nh: f g', tasks)
  const checked = { ...SETTINGS, isolation: 'worktree', check: 'make test' } as const

  it('is seconds if the file says seconds, even with a check of which nothing is known', () => {
    for (const agents of [1, 3]) {
      const settings = { ...checked, agents }
      const { makespanSeconds } = simulate(plan, settings)
      const { seconds: likely, low, high } = likelyTime(plan, settings)!
      expect(likely).toBeLessThan(2 * makespanSeconds)
      expect(low).toBeLessThan(1.25 * makespanSeconds)
      expect(high).toBeLessThan(4 * makespanSeconds)
    }
  })

  it('expects a check of some seconds where tasks take minutes', () => {
    const long = planFrom('a:', { a: lasting(600) })
    const [checkedSeconds, without] = [checked, { ...checked, check: null }].map(
      (settings) => likelyTime(long, settings)!.seconds,
    )
    expect(checkedSeconds! - without!).toBeGreaterThan(8)
    expect(checkedSeconds! - without!).toBeLessThan(60)
  })
})

it('an estimate is told within its own interval', () => {
  for (let seconds = 0.02; seconds < 2000; seconds *= 1.07)
    for (const factor of [1.05, 1.3, 3.5]) {
      const said = sayEstimate({ seconds, low: seconds / factor, high: seconds * factor })
      const [middle, low = middle, high = middle] = said
        .split(/ \(| to |\)/)
        .filter(Boolean)
        .map((one) => parseDuration(one)!)
      expect([said, low! <= middle! && middle! <= high!]).toEqual([said, true])
    }
  expect(sayEstimate({ seconds: 0.5, low: 0.5 / 3.5, high: 0.5 * 3.5 })).toBe('0.5s (0.1s to 2s)')
})

describe('the time that is left', () => {
  it('calls no task overdue that exceeds its estimate by less than a second', () => {
    const game = new Game(planFrom('a:'), {})
    game.startAll()
    expect(timeLeft(game.run, 60_900).overdue).toEqual([])
    expect(timeLeft(game.run, 61_000).overdue).toEqual([{ task: 'a', seconds: 1 }])
  })

  it('learns from the first landing how long a check takes', () => {
    const game = new Game(planFrom('a:\nb: a\nc: b\nd: c'), { isolation: 'worktree', check: 'x' })
    game.startAll()
    const before = timeLeft(game.run, 0).seconds
    game.now = 60_000
    game.end(taskId('a'), OUTCOMES.succeeded)
    game.now = 180_000
    game.land(taskId('a'))
    expect(timeLeft(game.run, 180_000).seconds).toBeGreaterThan(before)
  })

  it('counts what the working tasks have done already', () => {
    const game = new Game(planFrom('a:\nb: a'), {})
    game.startAll()
    const [first, later] = [timeLeft(game.run, 0), timeLeft(game.run, 20_000)]
    expect(first.seconds).toBeGreaterThan(110)
    expect(first.seconds).toBeLessThan(150)
    expect(later.seconds).toBeLessThan(first.seconds - 10)
    expect(sayTimeLeft(later)).toMatch(/^about 1m \d+s left \(1m 5s to \dm\)$/)
    expect(sayTimeLeft(later, true)).toMatch(/^about 1m \d+s left$/)
  })

  it('is not known while something is overdue of which nothing is known: it is what comes after that, at least', () => {
    const game = new Game(planFrom('a:\nb: a\nc:'), {})
    game.startAll()
    const left = timeLeft(game.run, 62_000)
    expect(left.overdue).toEqual([
      { task: 'a', seconds: 2 },
      { task: 'c', seconds: 2 },
    ])
    expect(left.isOpen).toBe(true)
    expect(left.atLeast).toBeGreaterThan(60)
    expect(left.seconds).toBeGreaterThan(left.atLeast)
    expect(sayTimeLeft(left)).toMatch(/^at least 1m \d+s left, a is overdue by 2s \(and 1 more\)$/)
    const alone = { ...left, atLeast: 0, overdue: left.overdue.slice(0, 1) }
    expect(sayTimeLeft(alone)).toBe('a is overdue by 2s')
  })

  it('of an overdue task is told as an interval if similar tasks are known, and grows with its delay', () => {
    const game = gameWith(20)
    game.startAll()
    const left = [62, 90, 120, 150].map((second) => timeLeft(game.run, second * 1000))
    expect(sayTimeLeft(left[0]!)).toMatch(/^\d+s to [\dms ]+ left, a is overdue by 2s$/)
    const ends = left.map(({ seconds }) => seconds)
    expect(ends[0]).toBeGreaterThan(5)
    expect(ends).toEqual(ends.toSorted((a, b) => a - b))
    expect(timeLeft(game.run, 3_600_000).isOpen).toBe(true)
  })

  it('calls nothing overdue because others took less than was assumed, but expects less', () => {
    const assumed = { estimate: { seconds: 600, from: 'default' } } as const
    const tasks = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, assumed]))
    const game = new Game(planFrom('a:\nb:\nc:\nd:\ne:\nf:', tasks), { agents: 6 })
    game.startAll()
    const before = timeLeft(game.run, 60_000)
    game.now = 60_000
    for (const id of 'abcd') game.end(taskId(id), OUTCOMES.succeeded)
    const after = timeLeft(game.run, 60_000)
    expect(after.seconds).toBeLessThan(before.seconds / 2)
    expect(after.overdue).toEqual([])
    expect(timeLeft(game.run, 601_000).overdue.map(({ task }) => task)).toEqual(['e', 'f'])
  })

  it('does not count the time in which a person was waited for', () => {
    const game = new Game(planFrom('a:'), {})
    game.startAll()
    const [attempt] = [...game.run.attempts.keys()]
    const condition = { is: 'permission', since: 10_000, requests: [] } as const
    game.record([{ type: 'condition-changed', task: taskId('a'), attempt: attempt!, condition }])
    const waiting = timeLeft(game.run, 500_000)
    expect(waiting.overdue).toEqual([])
    expect(waiting).toEqual(timeLeft(game.run, 10_000))
    game.now = 500_000
    const fine = { is: 'fine', since: 500_000 } as const
    game.record([
      { type: 'condition-changed', task: taskId('a'), attempt: attempt!, condition: fine },
    ])
    expect(timeLeft(game.run, 500_000).seconds).toBeCloseTo(waiting.seconds, 6)
    expect(game.run.attempts.get(attempt!)!.waitedSeconds).toBe(490)
  })

  it('includes the landing of work that has ended', () => {
    const learned = { ...NOTHING_LEARNED, landing: { middle: 300, scale: 0.1 } }
    const game = new Game(planFrom('a:\nb: a'), { isolation: 'worktree' })
    game.run = { ...game.run, learned }
    expect(timeLeft(game.run, 0).seconds).toBeGreaterThan(700)
    game.startAll()
    game.now = 60_000
    game.end(taskId('a'), OUTCOMES.succeeded)
    const { seconds } = timeLeft({ ...game.run, learned }, 60_000)
    expect(seconds).toBeGreaterThan(640)
    expect(timeLeft({ ...game.run, learned }, 160_000).seconds).toBeLessThan(seconds - 80)
  })

  it('is a real interval, never before now, and always the same for the same run', () => {
    let moves = 0
    inAnyGame({
      rest(game) {
        if (moves++ % 4 !== 0) return
        const now = game.now + 30_000
        const left = timeLeft(game.run, now)
        expect(left.low).toBeGreaterThanOrEqual(0)
        expect(left.low).toBeLessThanOrEqual(left.seconds)
        expect(left.seconds).toBeLessThanOrEqual(left.high)
        expect(left.atLeast).toBeLessThanOrEqual(left.seconds)
        expect(timeLeft({ ...game.run }, now)).toEqual(left)
        if (game.run.counts.working > 0) expect(left.seconds).toBeGreaterThan(0)
      },
    })
  })

  it('never ends earlier because a task has worked for longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 1, max: 600 }), (a, more) => {
        const game = gameWith(5)
        game.startAll()
        const [early, late] = [a, a + more].map((at) => at + timeLeft(game.run, at * 1000).seconds)
        expect(late).toBeGreaterThanOrEqual(early! - 1e-6)
      }),
      { numRuns: 40 },
    )
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
    expect(secondsLeft(game, 0)).toBeCloseTo(
      secondsLeft(new Game(planFrom('a:', { a: lasting(100) }), {}), 0),
      -1,
    )
  })

  it('is counted as if a paused run, or batch, went on', () => {
    const game = new Game(planFrom('a:'), {})
    game.ask({ ask: 'pause' })
    game.ask({ ask: 'pause-batch', batch: 0 })
    expect(secondsLeft(game, 0)).toBe(secondsLeft(new Game(planFrom('a:'), {}), 0))
  })
})

describe('a forecast', () => {
  it('has a bar for what works and for what is still to come, from now on', () => {
    const game = new Game(planFrom('a:\nb: a\nc:'), { agents: 1 })
    game.startAll()
    const bars = forecast(game.run, 20_000)
    expect(bars.map(({ id, worker }) => `${id} ${worker}`)).toEqual(['a 1', 'b 1', 'c 1'])
    expect(bars[0]!.startSeconds).toBe(0)
    expect(bars[0]!.endSeconds).toBeGreaterThan(40)
    expect(bars[0]!.endSeconds).toBeLessThan(45)
    expect(bars[2]!.endSeconds - bars[0]!.endSeconds).toBeCloseTo(120, 6)
  })

  it('follows the agents there are now', () => {
    const game = new Game(planFrom('a:\nb:\nc:'), { agents: 1 })
    game.ask({ ask: 'agents', agents: 3 })
    expect(forecast(game.run, 0).map(({ worker }) => worker)).toEqual([1, 2, 3])
    expect(secondsLeft(game, 0)).toBeLessThan(120)
  })

  it('lets an overdue task go on', () => {
    const game = new Game(planFrom('a:'), {})
    game.startAll()
    expect(forecast(game.run, 100_000)[0]!.endSeconds).toBeGreaterThan(10)
  })
})

/** One task of a minute, in a repository that has seen so many attempts. */
function gameWith(attempts: number): Game {
  const game = new Game(planFrom('a:'), {})
  const learned = { ...NOTHING_LEARNED, attempts: { said: attempts, 'not-said': 0 } }
  game.run = { ...game.run, learned }
  game.schedule = scheduleOf(game.run)
  return game
}
