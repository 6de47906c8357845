import { describe, expect, it } from 'vitest'
import { Game, planFrom } from '../../../test/played/play.ts'
import { makeTask, type Plan } from '../plan/plan.ts'
import { taskOf } from '../run/run.ts'
import { sayEstimateAndSource } from '../say/say-time-left.ts'
import { taskId } from '../value/ids.ts'
import { saidEstimate } from './estimate.ts'
import { NO_KNOWLEDGE, withEstimates } from './estimate-tasks.ts'
import { learnFrom, NO_PAST, type PastWork } from './learned.ts'

const UNKNOWN = { estimate: { seconds: 600, from: 'default' } } as const

const sameWork = (history: Readonly<Record<string, readonly number[]>>) =>
  new Map(Object.entries(history).map(([id, seconds]) => [taskId(id), seconds]))

const said = ({ tasks }: Plan): readonly string[] =>
  tasks.map(({ estimate }) => `${Math.round(estimate.seconds)} ${estimate.from}`)

const prompts = (...texts: readonly string[]): Plan => ({
  name: 'prompts',
  groups: [],
  tasks: texts.map((text, i) =>
    makeTask({ id: taskId(`p${i}`), work: { is: 'prompt', text }, agent: 'claude' }),
  ),
})

const times = (count: number, work: Partial<PastWork>): readonly PastWork[] =>
  Array.from({ length: count }, () => ({
    agent: 'claude',
    model: null,
    size: { words: 60, files: 0 },
    given: null,
    seconds: 600,
    ...work,
  }))

describe('the estimate of a task', () => {
  it('is what was said, else what was measured, else the usual of the plan', () => {
    const plan = planFrom('a:\nb:\nc:\nd:', {
      b: UNKNOWN,
      c: UNKNOWN,
      d: { estimate: { seconds: 600, from: 'file' } },
    })
    const knowledge = { ...NO_KNOWLEDGE, sameWork: sameWork({ b: [100, 90, 300] }) }
    expect(said(withEstimates(plan, knowledge))).toEqual([
      '60 file',
      '100 history',
      '100 default',
      '600 file',
    ])
  })

  it('is ten minutes for a command when nothing is known of any task', () => {
    expect(said(withEstimates(planFrom('a:', { a: UNKNOWN })))).toEqual(['600 default'])
  })

  it('grows with the size of a prompt when nothing is known', () => {
    const plan = withEstimates(prompts('fix it', 'word '.repeat(60), 'word '.repeat(600)))
    const [small, usual, large] = plan.tasks.map(({ estimate }) => estimate.seconds)
    expect(usual).toBe(600)
    expect(small).toBeLessThan(usual! * 0.7)
    expect(large).toBeGreaterThan(usual! * 1.5)
    const [few, many] = [1, 20].map((count) => {
      const [task] = prompts('word '.repeat(60)).tasks
      const files = Array.from({ length: count }, (_, i) => `${i}.ts`)
      return withEstimates({ name: '', groups: [], tasks: [{ ...task!, files }] }).tasks[0]!
        .estimate
    })
    expect(many!.seconds).toBeGreaterThan(few!.seconds)
  })

  it('of which something was said moves to what was measured, the more the more often', () => {
    const seconds = [0, 1, 2, 5].map((count) => {
      const before = sameWork(count === 0 ? {} : { a: Array.from({ length: count }, () => 20) })
      const plan = withEstimates(planFrom('a:'), { ...NO_KNOWLEDGE, sameWork: before })
      return plan.tasks[0]!.estimate
    })
    expect(seconds.map(({ given }) => given)).toEqual([60, 60, 60, 60])
    expect(seconds.map(({ seconds: s }) => s)).toEqual(
      seconds.map(({ seconds: s }) => s).toSorted((a, b) => b - a),
    )
    expect(seconds[1]!.seconds).toBeLessThan(40)
    expect(seconds[3]!.seconds).toBeCloseTo(20, -1)
    expect(seconds[3]!.high / seconds[3]!.low).toBeLessThan(seconds[0]!.high / seconds[0]!.low)
  })

  it('of a task that is added to a run is corrected in the same way', () => {
    const learned = learnFrom({ ...NO_PAST, work: times(40, { given: 300, seconds: 900 }) })
    const game = new Game(planFrom('a:'), {})
    game.run = { ...game.run, learned }
    const [task] = prompts('word').tasks
    const added = {
      ...task!,
      estimate: { seconds: 300, low: 150, high: 600, from: 'file', given: 300 } as const,
    }
    game.ask({ ask: 'add', tasks: [added], by: null })
    expect(taskOf(game.run, taskId('p0')).estimate.seconds).toBeGreaterThan(700)
  })
})

describe('what earlier runs teach', () => {
  const estimate = (work: readonly PastWork[], agent = 'claude', given: number | null = 600) => {
    const [task] = prompts('word '.repeat(60)).tasks
    const known =
      given === null
        ? {}
        : { estimate: { ...task!.estimate, seconds: given, given, from: 'file' as const } }
    const plan = { name: '', groups: [], tasks: [{ ...task!, agent, ...known }] }
    const learned = learnFrom({ ...NO_PAST, work })
    return withEstimates(plan, { ...NO_KNOWLEDGE, learned }).tasks[0]!.estimate
  }

  it('is no more exact than a guess, and leaves alone what it would hardly change', () => {
    const spoken = (said: number, took: number) =>
      estimate(times(30, { given: 7200, seconds: took }), 'claude', said).seconds
    expect(spoken(7200, 7400)).toBe(7200)
    expect(spoken(3720, 7400)).toBe(3720)
    expect(spoken(7200, 11_111) % 300).toBe(0)
    expect(spoken(1500, 11_111) % 60).toBe(0)
  })

  it('is nothing without runs: what was said holds', () => {
    expect(estimate([])).toMatchObject({ seconds: 600, low: 300, high: 1200, given: 600 })
  })

  it('corrects what a person says no more than few attempts can know, and says both', () => {
    const hundredth = (count: number) => estimate(times(count, { given: 600, seconds: 6 }))
    expect(hundredth(2).seconds).toBe(420)
    expect(hundredth(8).seconds).toBeLessThan(hundredth(2).seconds)
    expect(hundredth(200).seconds).toBeLessThan(20)
    expect(sayEstimateAndSource(hundredth(2))).toMatch(
      /^7m \(.*\), corrected by what tasks took here; the plan says 10m$/,
    )
  })

  it('corrects what is said, little after few attempts and nearly all after many', () => {
    const twice = (count: number) => estimate(times(count, { given: 300, seconds: 600 })).seconds
    expect(twice(1)).toBeLessThan(1000)
    expect(twice(1)).toBeGreaterThan(650)
    expect(twice(5)).toBeGreaterThan(twice(1))
    expect(twice(200)).toBeGreaterThan(1150)
    expect(twice(200)).toBeLessThan(1210)
  })

  it('is not moved by a few attempts that are far off', () => {
    const work = [...times(20, { given: 600 }), ...times(2, { given: 600, seconds: 600_000 })]
    expect(estimate(work).seconds).toBeLessThan(720)
  })

  it('of a command that always took the same is never less than that', () => {
    for (const [given, took] of [
      [15, 2],
      [20, 2],
      [15, 8],
      [1800, 1],
    ] as const) {
      const work = times(3, { agent: 'command', given, seconds: took })
      const learned = learnFrom({ ...NO_PAST, work })
      const before = sameWork({ a: [took, took, took] })
      const plan = planFrom('a:', { a: { estimate: saidEstimate(given) } })
      const [one] = withEstimates(plan, { ...NO_KNOWLEDGE, learned, sameWork: before }).tasks
      expect(one!.estimate.seconds).toBeGreaterThanOrEqual(took)
      expect(one!.estimate.seconds).toBeLessThan(took * 1.5)
    }
  })

  it('of a prompt is not moved by commands of a second', () => {
    const work = times(6, { agent: 'command', given: 1800, seconds: 1 })
    const knowledge = { ...NO_KNOWLEDGE, learned: learnFrom({ ...NO_PAST, work }) }
    const [task] = prompts('word '.repeat(60)).tasks
    const plan = { name: '', groups: [], tasks: [{ ...task!, estimate: saidEstimate(1800) }] }
    expect(said(withEstimates(plan, knowledge))).toEqual(['1800 file'])
  })

  it('tells agents apart', () => {
    const work = [
      ...times(40, { given: 600, seconds: 1200 }),
      ...times(40, { given: 600, seconds: 400, agent: 'codex' }),
    ]
    expect(estimate(work, 'claude').seconds).toBeGreaterThan(1000)
    expect(estimate(work, 'codex').seconds).toBeLessThan(480)
  })

  it('holds for tasks of which nothing is said, too', () => {
    expect(estimate(times(60, { seconds: 120 }), 'claude', null).seconds).toBeLessThan(150)
  })

  it('narrows the interval when durations are alike, and widens it when they are not', () => {
    const width = (work: readonly PastWork[]): number => {
      const { low, high } = estimate(work)
      return high / low
    }
    const wild = Array.from({ length: 60 }, (_, i) =>
      times(1, { given: 600, seconds: i % 2 ? 60 : 6000 }),
    ).flat()
    expect(width(times(60, { given: 600 }))).toBeLessThan(width([]) / 1.5)
    expect(width(wild)).toBeGreaterThan(width([]) * 2)
  })
})
