import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPlan } from '../../../test/played/any-game.ts'
import { planFrom, SETTINGS } from '../../../test/played/play.ts'
import { recommendAgents, type AgentLimits } from './recommend-agents.ts'

const LIMITS: AgentLimits = { most: 6, usdPerHour: null }

const recommend = (notation: string, limits: Partial<AgentLimits> = {}) =>
  recommendAgents(planFrom(notation), { ...SETTINGS, maxWorktrees: null }, { ...LIMITS, ...limits })

describe('the number of agents', () => {
  it('is one for a chain', () => {
    const { recommended, why } = recommend('a:\nb: a\nc: b')
    expect(recommended).toBe(1)
    expect(why).toBe('One agent takes 3m. More agents would not make it faster.')
  })

  it('is as many as shorten the run, and no more', () => {
    const { options, recommended, why } = recommend('a:\nb:\nc:\nd:\ne:\nf:\ng:')
    expect(options.map(({ seconds }) => seconds / 60)).toEqual([7, 4, 3, 2, 2, 2])
    expect(options.map(({ savedSeconds }) => savedSeconds / 60)).toEqual([0, 3, 1, 1, 0, 0])
    expect(recommended).toBe(4)
    expect(why).toBe(
      '4 agents take 2m instead of 7m with one. More agents would not make it faster.',
    )
  })

  it('stays within what is allowed, and within the tasks', () => {
    const allowed = recommend('a:\nb:\nc:\nd:', { most: 2 })
    expect(allowed.recommended).toBe(2)
    expect(allowed.why).toContain('More are not allowed here')
    const few = recommend('a:\nb:', { most: 9 })
    expect(few.options).toHaveLength(2)
    expect(few.why).toContain('There are only 2 tasks.')
    expect(recommend('a:', { most: 9 }).why).toContain('There is only 1 task.')
  })

  it('weighs conflicts, and says what the models cost if that is known', () => {
    const apart = recommend('a:\nb:\nc:\nd:', { usdPerHour: 6 })
    expect(apart.options.map(({ costUsd }) => costUsd!.toFixed(2))).toEqual(Array(4).fill('0.40'))
    expect(apart.why).toMatch(/The models cost about \$0\.40\.$/)
    const foreseen = [{ path: 'src/router.ts', p: 0.6 }]
    const tasks = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { foreseen }]))
    const shared = recommendAgents(
      planFrom('a:\nb:\nc:\nd:', tasks),
      { ...SETTINGS, maxWorktrees: null, collisions: { ...SETTINGS.collisions, apartAbove: 0.5 } },
      { ...LIMITS, usdPerHour: 6 },
    )
    const costs = shared.options.map(({ costUsd }) => costUsd!)
    expect(costs.every((usd, i) => i === 0 || usd > costs[i - 1]!)).toBe(true)
    expect(shared.options[3]!.seconds).toBeGreaterThan(apart.options[3]!.seconds)
    expect(shared.why).toContain('of it for conflicts')
  })

  it('warns of more deliveries than people can review', () => {
    const many = Array.from({ length: 12 }, (_, i) => `t${i}:`).join('\n')
    expect(recommend(many, { most: 12 }).why).toContain('faster than most people can review')
  })

  it('is never slower than one agent, for any plan', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 1, max: 5 }), (plan, most) => {
        const { options, recommended } = recommendAgents(plan, SETTINGS, { ...LIMITS, most })
        return recommended <= most && options[recommended - 1]!.seconds <= options[0]!.seconds
      }),
      { numRuns: 50, seed: 3 },
    )
  })
})
