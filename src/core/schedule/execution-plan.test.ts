import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPlan } from '../../../test/played/any-game.ts'
import { planFrom, SETTINGS } from '../../../test/played/play.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunSettings } from '../run/event.ts'
import { executionPlan, storedExecutionPlan } from './execution-plan.ts'

const strict = (isolation: RunSettings['isolation']): RunSettings => ({
  ...SETTINGS,
  agents: 9,
  strictBatches: true,
  isolation,
})

const withoutNeeds = (plan: Plan): Plan => ({
  ...plan,
  tasks: plan.tasks.map((task) => ({ ...task, resources: { cpu: 0, memoryBytes: 0 } })),
})

describe('an execution plan', () => {
  it('has every field that other programs know, and the timeline', () => {
    const plan = planFrom('a:\nb: a\nc: a', {
      b: { epic: 'shop', foreseen: [{ path: 'x.ts', p: 0.9 }] },
      c: { foreseen: [{ path: 'x.ts', p: 0.6 }] },
    })
    const settings = { ...SETTINGS, isolation: 'worktree' } as const
    const made = executionPlan(plan, settings)
    expect(JSON.parse(JSON.stringify(made))).toEqual(made)
    expect(made).toMatchObject({
      batches: [
        {
          batch_id: 1,
          task_ids: ['a'],
          can_parallel: false,
          depends_on: [],
          estimated_duration: 60,
        },
        { batch_id: 2, task_ids: ['b'], can_parallel: false, depends_on: [1] },
        { batch_id: 3, task_ids: ['c'], can_parallel: false, depends_on: [2] },
      ],
      worktree_assignments: { a: 'task-a', b: 'epic-shop', c: 'task-c' },
      predicted_conflicts: [{ task_ids: ['b', 'c'], probability: 0.54, verdict: 'apart' }],
      timeline: { makespan_s: 180, critical_path: ['a', 'b'] },
      metadata: {
        total_tasks: 3,
        total_batches: 3,
        parallel_possible: false,
        conflicts_detected: 1,
        execution_mode: 'sequential',
        circular_dependencies: [],
        missing_dependencies: [],
        planning_mode: 'epic_based',
      },
      issues: [],
    })
  })

  it('begins in parallel when the first batch can, and there are agents for that', () => {
    const mode = (plan: Plan, settings: RunSettings) =>
      executionPlan(plan, settings).metadata.execution_mode
    expect(mode(planFrom('a:\nb:'), SETTINGS)).toBe('parallel')
    expect(mode(planFrom('a:\nb:'), { ...SETTINGS, agents: 1 })).toBe('sequential')
    expect(mode(planFrom('a:\nb: a'), SETTINGS)).toBe('sequential')
    const epic = { epic: 'one' }
    const inLane = planFrom('a:\nb:', { a: epic, b: epic })
    expect(mode(inLane, { ...SETTINGS, isolation: 'worktree' })).toBe('sequential')
  })

  it('says of every batch whether its tasks work at the same time', () => {
    fc.assert(
      fc.property(
        anyPlan,
        fc.constantFrom('none' as const, 'worktree' as const),
        (any, isolation) => {
          const plan = withoutNeeds(any)
          const { batches, timeline, issues } = executionPlan(plan, strict(isolation))
          const barOf = new Map(timeline.tasks.map((bar) => [bar.id, bar]))
          for (const { task_ids, can_parallel } of batches) {
            const bars = task_ids.map((id) => barOf.get(id)!)
            const overlap = bars.some((a) =>
              bars.some((b) => a !== b && a.start_s < b.end_s && b.start_s < a.end_s),
            )
            expect(overlap).toBe(can_parallel)
          }
          expect(issues.filter(({ issue }) => issue !== 'high_conflict_rate')).toEqual([])
        },
      ),
    )
  })

  it('is stored without its timeline when simulating would take too long', () => {
    const large = planFrom(Array.from({ length: 1001 }, (_, i) => `t${i}:`).join('\n'))
    expect(storedExecutionPlan(large, SETTINGS)).toMatchObject({
      timeline: null,
      batches: [{ batch_id: 1 }],
      metadata: { total_tasks: 1001 },
    })
    expect(storedExecutionPlan(planFrom('a:'), SETTINGS).timeline).not.toBeNull()
  })
})
