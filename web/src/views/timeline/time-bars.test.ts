import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, playGame } from '../../../../test/played/play.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { attemptBars, type TimeBar } from './time-bars.ts'

const shortly = ({ key, look, worker, start, end, landedBy }: TimeBar) =>
  [key, look, worker, start, end, landedBy] as const

describe('the bars of what was tried', () => {
  it('begin and end with their attempts, however those went', () => {
    const { run, now } = playGame('a:\nb: a', {
      outcomes: { a: ['try again', 'succeeded'], b: ['failed'] },
    })
    const bars = attemptBars(run, now)
    expect(bars.map(({ key, look }) => [key, look])).toEqual([
      ['1-a-1', 'failed'],
      ['1-a-2', 'succeeded'],
      ['1-b-1', 'failed'],
    ])
    expect(bars[0]!.end).toBe(60)
    expect(bars[1]!.start).toBeGreaterThan(60)
    expect(bars[1]!.told).toBe('attempt 2 of 2 succeeded')
    expect(bars[0]!.told).toContain('attempt 1 of 2 failed, exit code 75')
  })

  it('grow while their attempts are at work', () => {
    const game = new Game(planFrom('a:'), {})
    game.startAll()
    expect(attemptBars(game.run, 12_000).map(shortly)).toEqual([['1-a-1', 'working', 1, 0, 12, 12]])
  })

  it('have a tail for as long as a delivery is on its way', () => {
    const game = new Game(planFrom('a:'), { isolation: 'worktree' })
    game.startAll()
    game.now = 60_000
    game.end(taskId('a'), OUTCOMES.succeeded)
    expect(attemptBars(game.run, 75_000).map(shortly)).toEqual([
      ['1-a-1', 'succeeded', 1, 0, 60, 75],
    ])
    game.now = 80_000
    game.land(taskId('a'))
    expect(attemptBars(game.run, 99_000).map(shortly)).toEqual([
      ['1-a-1', 'succeeded', 1, 0, 60, 80],
    ])
  })

  it('have no tick when what was delivered does not land', () => {
    const game = new Game(planFrom('a:'), { isolation: 'worktree' })
    game.startAll()
    game.end(taskId('a'), OUTCOMES.succeeded)
    game.land(taskId('a'), 'conflict', false)
    expect(attemptBars(game.run, 0)).toMatchObject([
      { look: 'delivered', told: 'succeeded; needs you: conflicts in a.txt' },
    ])
    game.ask({ ask: 'reject', task: taskId('a'), why: 'no' })
    expect(attemptBars(game.run, 0)).toMatchObject([{ look: 'delivered', told: 'succeeded' }])
  })

  it('say apart what was cut off, lost, or stopped to ask', () => {
    const lookAfter = (outcome: keyof typeof OUTCOMES): string => {
      const game = new Game(planFrom('a:'), {})
      game.startAll()
      game.end(taskId('a'), OUTCOMES[outcome])
      return attemptBars(game.run, 0)[0]!.look
    }
    expect(
      (['cancelled', 'preempted', 'over budget', 'lost', 'asked', 'killed'] as const).map(
        lookAfter,
      ),
    ).toEqual(['cut-off', 'cut-off', 'cut-off', 'lost', 'asked', 'failed'])
  })
})
