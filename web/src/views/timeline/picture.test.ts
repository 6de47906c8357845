import { describe, expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, playGame } from '../../../../test/played/play.ts'
import { NOT_MEASURED, summarise } from '../../../../src/core/report/summary.ts'
import { taskId } from '../../../../src/core/value/ids.ts'
import { planAtStart, type Run } from '../../../../src/core/run/run.ts'
import { pictureOf, predict } from './picture.ts'
import {
  sayBar,
  sayChain,
  sayComparison,
  sayUnattended,
  sayDelay,
  sayDifference,
} from './say-times.ts'
import { mainBar, timesByTask } from './task-times.ts'

const pictured = (run: Run, now: number | null) =>
  pictureOf(run, now, predict(planAtStart(run), run.settings))

const shortly = (run: Run, now: number | null): readonly string[] =>
  pictured(run, now).bars.map(
    ({ key, start, end }) => `${key} ${Math.round(start)}-${Math.round(end)}`,
  )

describe('the picture of a run', () => {
  const underWay = new Game(planFrom('a:\nb: a\nc: b'), {})
  underWay.startAll()
  underWay.now = 90_000
  underWay.end(taskId('a'), { is: 'succeeded', profile: { wallSeconds: 90 } as never })
  underWay.startAll()

  it('has what was tried, what is to come from now on, and what was predicted', () => {
    expect(shortly(underWay.run, 100_000)).toEqual([
      '1-a-1 0-90',
      '1-b-1 90-100',
      // Both take longer than a minute, because a did.
      'coming b 100-171',
      'coming c 171-253',
      'predicted a 0-60',
      'predicted b 60-120',
      'predicted c 120-180',
    ])
  })

  it('knows what time it is, while the run goes on', () => {
    expect(pictured(underWay.run, 100_000).now).toBe(100)
    expect(pictured(underWay.run, null).now).toBeNull()
    const over = playGame('a:')
    expect(over.run.ended).not.toBeNull()
    expect(pictured(over.run, over.now).now).toBeNull()
  })

  it('keeps what was predicted when the plan is changed on the way', () => {
    const game = new Game(planFrom('a:\nb: a\nc: b'), {})
    game.ask({ ask: 'change', task: taskId('c'), change: { dependencies: [] } })
    expect(shortly(game.run, 0)).toEqual([
      'coming a 0-60',
      'coming c 0-60',
      'coming b 60-120',
      'predicted a 0-60',
      'predicted b 60-120',
      'predicted c 120-180',
    ])
  })

  it('marks the longest chain', () => {
    const { chain } = pictured(underWay.run, 100_000)
    expect(chain).toEqual([0, 1, 2])
    expect(sayChain(pictured(new Game(planFrom('a:\nb: a\nc: b'), {}).run, 0))).toBe(
      'Longest chain: a → b → c, 3m as estimated. If that is right, no run of this plan can be shorter.',
    )
  })

  it('does not say that no run can be shorter when this one is', () => {
    const game = new Game(planFrom('a:'), {})
    game.startAll()
    game.now = 2000
    game.end(taskId('a'), { is: 'succeeded', profile: { wallSeconds: 2 } as never })
    expect(sayChain(pictured(game.run, 2000))).toBe('Longest chain: a, 2s.')
  })

  it('counts what tasks took instead of what was estimated', () => {
    const game = new Game(planFrom('a:\nb: a\nlong:\nlonger: long'), { agents: 2 })
    game.startAll()
    game.now = 300_000
    game.end(taskId('a'), { is: 'succeeded', profile: { wallSeconds: 300 } as never })
    expect(sayChain(pictured(game.run, 300_000))).toBe('Longest chain: a → b, 6m.')
  })

  it('has no skipped or failed task in the longest chain', () => {
    const game = new Game(planFrom('slow:\nbehind: slow\nlast: behind'), {})
    game.startAll()
    game.ask({ ask: 'skip', task: taskId('behind') })
    expect(sayChain(pictured(game.run, 0))).toBe(
      'Longest chain: slow, 1m as estimated. If that is right, no run of this plan can be shorter.',
    )
    game.end(taskId('slow'), OUTCOMES.failed)
    expect(sayChain(pictured(game.run, 0))).toBe('')
  })

  it('follows the plan as it is when that is changed on the way', () => {
    const game = new Game(planFrom('a:\nb: a\nc: b'), {})
    game.ask({ ask: 'change', task: taskId('c'), change: { dependencies: [] } })
    expect(sayChain(pictured(game.run, 0))).toContain('Longest chain: a → b, 2m as')
  })

  it('shortens a long chain', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `t${i}: ${i > 0 ? `t${i - 1}` : ''}`)
    const game = new Game(planFrom(lines.join('\n')), {})
    expect(sayChain(pictured(game.run, null))).toContain(
      't0 → t1 → t2 → t3 → 14 more → t18 → t19, 20m',
    )
  })
})

describe('compared with one task after another', () => {
  it('a plan says what is predicted', () => {
    const { run } = new Game(planFrom('a:\nb:\nc: a b'), {})
    expect(pictured(run, null).comparison).toEqual({
      is: 'predicted',
      seconds: 120,
      inSequence: 180,
      agents: 2,
      unattended: 0,
    })
    expect(sayComparison(pictured(run, null).comparison)).toBe(
      '2m instead of 3m in sequence: 1.5 times as fast.',
    )
  })

  it('a run under way says what is to be expected', () => {
    const { run } = new Game(planFrom('a:\nb:\nc: a b'), {})
    const { comparison } = pictured(run, 30_000)
    expect(comparison).toMatchObject({ is: 'expected', seconds: 150, inSequence: 180 })
    expect(sayComparison(comparison)).toMatch(/^About 2m 30s instead of 3m/)
    const late = new Game(planFrom('a:'), {})
    late.startAll()
    expect(sayComparison(pictured(late.run, 62_000).comparison)).toMatch(
      /^At least .*: a task takes longer than estimated\.$/,
    )
  })

  it('a run that stands still says the figures of its summary', () => {
    const game = new Game(planFrom('a:\nb:'), {})
    game.record([{ type: 'coordinator-started', process: { pid: 1, startedAt: '0' } }])
    game.startAll()
    game.now = 25_000
    game.end(taskId('a'), { is: 'succeeded', profile: { wallSeconds: 33 } as never })
    const prediction = predict(planAtStart(game.run), game.run.settings)
    const { comparison } = pictureOf(game.run, 25_000, prediction, false)
    const { wall_s, sequential_s, speedup } = summarise(game.run, NOT_MEASURED)
    expect([comparison.seconds, comparison.inSequence, 1.32]).toEqual([
      wall_s,
      sequential_s,
      speedup,
    ])
    expect(sayComparison(comparison)).toBe(
      'So far 25s instead of 33s in sequence: 1.3 times as fast.',
    )
    expect(sayComparison({ ...comparison, inSequence: 5 })).toBe(
      'So far 25s; its work one after another: 5s.',
    )
  })

  it('says for how long no coordinator conducted the run', () => {
    const game = new Game(planFrom('a:\nb: a'), {})
    const started = { type: 'coordinator-started', process: { pid: 1, startedAt: '0' } } as const
    game.record([started])
    game.startAll()
    game.now = 60_000
    game.end(taskId('a'), { is: 'succeeded', profile: { wallSeconds: 60 } as never })
    game.record([{ type: 'coordinator-stopped' }])
    game.now = 160_000
    game.record([started])
    game.startAll()
    const picture = pictured(game.run, 170_000)
    expect(picture.now).toBe(170)
    expect(sayComparison(picture.comparison)).toBe('About 2m, as long as one task after another.')
    expect(sayUnattended(picture.comparison)).toBe(
      'It also stood still for 1m 40s while no coordinator was running.',
    )
    expect(sayUnattended({ ...picture.comparison, unattended: 5 })).toBe('')
  })

  it('says when a run is not faster, and when nothing landed', () => {
    const { run } = new Game(planFrom('a:\nb: a'), {})
    expect(sayComparison(pictured(run, null).comparison)).toBe(
      '2m, as long as one task after another.',
    )
    expect(
      sayComparison({ is: 'measured', seconds: 9, inSequence: 0, agents: 3, unattended: 0 }),
    ).toBe('9s. Nothing landed.')
    expect(
      sayComparison({ is: 'measured', seconds: 372, inSequence: 940, agents: 3, unattended: 0 }),
    ).toBe('6m 12s instead of 15m 40s in sequence: 2.5 times as fast.')
  })
})

describe('the times of a task', () => {
  it('are compared with what was predicted', () => {
    const game = new Game(planFrom('a:\nb: a'), {})
    game.startAll()
    game.now = 100_000
    game.end(taskId('a'), { is: 'succeeded', profile: { wallSeconds: 100 } as never })
    const times = timesByTask(pictured(game.run, 100_000))
    expect(times.get(0)).toMatchObject({ seconds: 100, difference: '40s longer than predicted' })
    expect(times.get(1)).toMatchObject({ seconds: null, difference: null, attempts: [] })
    expect(mainBar(times.get(0)!)!.key).toBe('1-a-1')
    expect(mainBar(times.get(1)!)!.key).toBe('coming b')
  })

  it('add up over all attempts', () => {
    const { run, now } = playGame('a:', { outcomes: { a: ['try again', 'succeeded'] } })
    expect(timesByTask(pictured(run, now)).get(0)).toMatchObject({
      seconds: 2,
      difference: '58s shorter than predicted',
    })
  })

  it('are told with all facts', () => {
    const { run, now } = playGame('a:', {
      outcomes: { a: ['failed'] },
      tasks: { a: { name: 'All' } },
    })
    const picture = pictured(run, now)
    const [bar, predicted] = picture.bars
    expect(sayBar(picture.plan.tasks[0]!, bar!, predicted)).toBe(
      'a, All: failed, exit code 1; from the start for 1s, agent 1; began as predicted',
    )
  })

  it.each([
    [60, 60, 'as predicted'],
    [600, 605, 'as predicted'],
    [60, 75, '15s longer than predicted'],
    [60, 12, '48s shorter than predicted'],
  ])('%d seconds instead of %d', (predicted, actual, words) => {
    expect(sayDifference(predicted, actual)).toBe(words)
  })

  it('begin earlier or later', () => {
    expect(sayDelay(10, 10.4)).toBe('as predicted')
    expect(sayDelay(10, 130)).toBe('2m later than predicted')
    expect(sayDelay(130, 10)).toBe('2m earlier than predicted')
  })
})
