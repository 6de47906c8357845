import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPlan } from '../../../test/played/any-game.ts'
import { planFrom, SETTINGS as DEFAULTS, type Script } from '../../../test/played/play.ts'
import { planGraph } from '../plan/graph.ts'
import { taskId } from '../value/ids.ts'
import type { PartOfTask } from '../plan/plan.ts'
import { planOverview } from '../planning/plan-overview.ts'
import { simulate, timelinesOf, worktreesNeeded, type Bar, type Timeline } from './simulate.ts'

const SETTINGS = { ...DEFAULTS, agents: 3 }

const timeline = (notation: string, { tasks, ...settings }: Script = {}): Timeline =>
  simulate(planFrom(notation, tasks), { ...SETTINGS, ...settings })

const lasting = (seconds: number): PartOfTask => ({ estimate: { seconds, from: 'file' } })

const share = (a: Bar, b: Bar): boolean =>
  a.worker === b.worker && a.startSeconds < b.endSeconds && b.startSeconds < a.endSeconds

describe('the reference schedules', () => {
  it('[S3] does six tasks of 5 units, two chains that join, in 20 instead of 30', () => {
    const names = ['t1', 't2', 't3', 't4', 't5', 't6']
    const tasks = Object.fromEntries(names.map((name) => [name, lasting(5)]))
    const { makespanSeconds, sequentialSeconds, speedup, criticalPath } = timeline(
      't1:\nt2: t1\nt3:\nt4: t3\nt5: t2 t4\nt6: t5',
      { tasks },
    )
    expect({ makespanSeconds, sequentialSeconds, speedup }).toEqual({
      makespanSeconds: 20,
      sequentialSeconds: 30,
      speedup: 1.5,
    })
    expect(criticalPath).toEqual(['t1', 't2', 't5', 't6'])
  })

  it('[S4] does five tasks of 30 minutes and five of 10 in 70 minutes instead of 200', () => {
    const names = Array.from({ length: 10 }, (_, i) => `t${i + 1}`)
    const tasks = Object.fromEntries(
      names.map((name, i) => [name, lasting(i < 5 ? 30 * 60 : 10 * 60)]),
    )
    const result = timeline(names.map((name) => `${name}:`).join('\n'), { tasks })
    expect(result.makespanSeconds / 60).toBe(70)
    expect(result.sequentialSeconds / 60).toBe(200)
    expect(result.idleSeconds / 60).toBe(3 * 70 - 200)
  })
})

describe('a timeline', () => {
  it('with one agent that is always busy has no idle time, not even the error of a sum', () => {
    const seconds = [3, 4, 4, 3, 3.3, 5.1, 2.2, 4.3]
    const tasks = Object.fromEntries(seconds.map((one, i) => [`t${i}`, lasting(one * 1.003)]))
    const notation = seconds.map((_, i) => `t${i}:`).join('\n')
    const { idleSeconds } = timeline(notation, { tasks, agents: 1 })
    expect(idleSeconds).toBe(0)
  })

  it('has a bar for each task, none before what it comes after, none beside another', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 1, max: 4 }), (plan, agents) => {
        const { bars, makespanSeconds } = simulate(plan, { ...SETTINGS, agents })
        const barOf = new Map(bars.map((bar) => [bar.id, bar]))
        expect(bars.length).toBe(plan.tasks.length)
        for (const task of plan.tasks)
          for (const before of task.dependencies)
            expect(barOf.get(before)!.endSeconds).toBeLessThanOrEqual(
              barOf.get(task.id)!.startSeconds,
            )
        const beside = bars.filter((a) => bars.some((b) => a !== b && share(a, b)))
        expect(beside).toEqual([])
        expect(makespanSeconds).toBeGreaterThanOrEqual(Math.max(...planGraph(plan, SETTINGS).path))
        expect(Math.max(...bars.map((bar) => bar.worker))).toBeLessThanOrEqual(agents)
      }),
    )
  })

  it('takes what really happened when it is told', () => {
    const plan = planFrom('a:\nb: a')
    const actual = new Map([[taskId('a'), 10]])
    expect(simulate(plan, SETTINGS, actual).makespanSeconds).toBe(70)
  })

  it('does not wait for a person', () => {
    expect(timeline('a:', { tasks: { a: { needsHuman: true } } }).bars.length).toBe(1)
  })

  it('of an empty plan is empty', () => {
    expect(simulate({ name: '', tasks: [], groups: [] }, SETTINGS)).toMatchObject({
      makespanSeconds: 0,
      speedup: 1,
      idleSeconds: 0,
      bars: [],
    })
  })
})

describe('how many worktrees are worth having', () => {
  it('is the fewest with which the plan takes no longer', () => {
    const settings = { ...SETTINGS, agents: 4, isolation: 'worktree' } as const
    expect(worktreesNeeded(planFrom('a:\nb:\nc:\nd:'), settings)).toBe(4)
    expect(worktreesNeeded(planFrom('a:\nb: a\nc: b\nd:'), settings)).toBe(2)
    expect(worktreesNeeded(planFrom('a:\nb: a\nc: b\nd: c'), settings)).toBe(1)
  })

  it('counts tasks of an epic as one', () => {
    const epic = { epic: 'e' }
    const plan = planFrom('a:\nb:\nc:', { a: epic, b: epic, c: epic })
    expect(worktreesNeeded(plan, { ...SETTINGS, agents: 3, isolation: 'worktree' })).toBe(1)
  })
})

describe('a time that is none', () => {
  const OVERVIEW = { limits: { most: 3, usdPerHour: null }, sensitiveAreas: {} }

  it.each([NaN, Infinity, -Infinity, -1, 1e300, Number.MIN_VALUE])(
    'neither hangs the simulation nor spoils its figures: %d',
    (seconds) => {
      const figures = ({ bars, criticalPath: _, ...rest }: Timeline): readonly number[] => [
        ...Object.values(rest),
        ...bars.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]),
      ]
      const plan = planFrom('a:\nb: a\nc:', { a: lasting(seconds), c: lasting(60) })
      const actual = new Map([[taskId('b'), seconds]])
      for (const simulated of [simulate(plan, SETTINGS), simulate(plan, SETTINGS, actual)]) {
        expect(simulated.bars).toHaveLength(3)
        expect(figures(simulated).filter((one) => !Number.isFinite(one) || one < 0)).toEqual([])
      }
      const { agents, longest_chain: chain } = planOverview(plan, SETTINGS, OVERVIEW)
      const told = [chain.seconds, ...agents.options.map((one) => one.seconds)]
      expect([told.every(Number.isFinite), agents.why]).toEqual([
        true,
        expect.not.stringMatching(/NaN|Infinity/),
      ])
    },
  )
})

it('[S1] has the timelines of every number of agents, also of more than there are worktrees', () => {
  fc.assert(
    fc.property(anyPlan, fc.constantFrom(null, 1, 2, 3), (plan, maxWorktrees) => {
      const settings = { ...SETTINGS, maxWorktrees }
      const timelineWith = timelinesOf(plan, settings)
      for (const agents of [5, 1, 4, 2, 3])
        expect(timelineWith(agents)).toEqual(simulate(plan, { ...settings, agents }))
    }),
    { numRuns: 40 },
  )
})
