/** A cache of execution plans of runs: one of 10,000 tasks takes half a second, in which the server stands still. */
import type { RunSettings } from '../../../core/run/event.ts'
import { executionPlan, type ExecutionPlan } from '../../../core/schedule/execution-plan.ts'
import type { Plan } from '../../../core/plan/plan.ts'
import type { PlanChange } from '../../../core/plan/plan-changes.ts'

export type WorkOut = (plan: Plan, settings: RunSettings) => ExecutionPlan

/**
 * Works out the plan that `changes` make of `from`. Plans are never changed in place: the same object is the same plan,
 * however far its run has come.
 */
export type ExecutionPlanCache = (from: Plan, changes: readonly PlanChange[]) => WorkOut

interface Known {
  readonly from: Plan
  readonly asked: string
  readonly document: ExecutionPlan
}

const MOST = 4

export function openExecutionPlanCache(): ExecutionPlanCache {
  let recent: readonly Known[] = []
  return (from, changes) => (plan, settings) => {
    const asked = JSON.stringify([settings, changes])
    const before = recent.find((one) => one.from === from && one.asked === asked)
    const now = before ?? { from, asked, document: executionPlan(plan, settings) }
    recent = [now, ...recent.filter((one) => one !== now)].slice(0, MOST)
    return now.document
  }
}
