import { describe, expect, it } from 'vitest'
import { serveGame } from '../../../../test/played/served-game.ts'
import { planFrom, SETTINGS } from '../../../../test/played/play.ts'
import { taskId } from '../../../core/value/ids.ts'
import { openExecutionPlanCache } from './execution-plan-cache.ts'

describe('what a plan comes to', () => {
  const plan = planFrom('a:\nb: a')
  const change = { task: taskId('b'), change: { priority: 1 as const } }

  it('is worked out once for the same plan, and the same changes to it', () => {
    const executionPlans = openExecutionPlanCache()
    const first = executionPlans(plan, [])(plan, SETTINGS)
    expect(executionPlans(plan, [])(plan, { ...SETTINGS })).toBe(first)
    const changed = executionPlans(plan, [change])(planFrom('a:\nb: a'), SETTINGS)
    expect(changed).not.toBe(first)
    expect(executionPlans(plan, [{ ...change }])(planFrom('a:\nb: a'), SETTINGS)).toBe(changed)
  })

  it('is another one with other settings, or for another plan', () => {
    const executionPlans = openExecutionPlanCache()
    const first = executionPlans(plan, [])(plan, SETTINGS)
    const alone = { ...SETTINGS, agents: 1 }
    expect(executionPlans(plan, [])(plan, alone).timeline.agents).toBe(1)
    const other = planFrom('a:\nb:')
    expect(executionPlans(other, [])(other, SETTINGS).batches).toHaveLength(1)
    expect(executionPlans(plan, [])(plan, SETTINGS)).toBe(first)
  })

  it('follows the plan of a run', async () => {
    using shop = await serveGame('a:\nb: a\nc: a')
    const batches = async () =>
      (await shop.api.get('/api/plan')).json.batches.map(
        ({ task_ids }: { task_ids: readonly string[] }) => task_ids.join(''),
      )
    for (const _ of [1, 2]) expect(await batches()).toEqual(['a', 'bc'])
    await shop.api.patch('/api/plan', { tasks: [{ task: 'c', dependencies: ['b'] }] })
    expect(await batches()).toEqual(['a', 'b', 'c'])
    await shop.api.patch('/api/runs/1', { agents: 1 })
    expect((await shop.api.get('/api/plan')).json.timeline.agents).toBe(1)
  })
})
