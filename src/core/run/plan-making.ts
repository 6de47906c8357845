/** How the plan of a run was made from requirements: the states that it went through, and what that has used. */
import type { Usage } from '../agent/usage.ts'
import type { PlanningBackend } from '../planning/plan-draft.ts'

/** queue_ready: the plan is there, and the run can begin. failed: there is no plan, and the run is over. */
export const PLANNING_STATES = [
  'initialized',
  'analysing',
  'planning',
  'queue_ready',
  'failed',
] as const
export type RunPlanningState = (typeof PLANNING_STATES)[number]

export interface PlanMaking {
  /** When the plan was made, as plan.json records it. No two plans of a repository have the same time. */
  readonly madeAt: string
  readonly by: { readonly backend: PlanningBackend; readonly model: string | null }
  /** Each state once, with the time at which it began, in milliseconds since 1970. */
  readonly states: readonly { readonly state: RunPlanningState; readonly at: number }[]
  /** What all questions to models have used together. */
  readonly usage: Usage
  /** null: the plan was made. */
  readonly failed: PlanningFailure | null
}

export interface PlanningFailure {
  readonly during: 'analysing' | 'planning'
  /** One sentence for people. */
  readonly reason: string
}

/** Seconds of a state; 0 when the plan never was in it. */
export function secondsIn({ states }: PlanMaking, state: RunPlanningState): number {
  const place = states.findIndex((entry) => entry.state === state)
  const next = states[place + 1]
  return place < 0 || next === undefined ? 0 : Math.max(0, next.at - states[place]!.at) / 1000
}
