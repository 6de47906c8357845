/** How the plan of a run was made, in the form of the summary. */
import { estimatedIn, tokensOf } from '../agent/usage.ts'
import {
  secondsIn,
  type PlanMaking,
  type PlanningFailure,
  type RunPlanningState,
} from '../run/plan-making.ts'

export interface PlanningSummary {
  readonly planned_by: PlanMaking['by']
  /** The states that it went through, in order; at: as ISO 8601. */
  readonly states: readonly { readonly state: RunPlanningState; readonly at: string }[]
  readonly analysis_s: number
  readonly planning_s: number
  /** null: no model was used, or its cost is not known. */
  readonly cost_usd: number | null
  readonly estimated_usd: number
  readonly tokens: number
  /** Why there is no plan; null: there is one. */
  readonly failed: PlanningFailure | null
}

export const planningSummary = (made: PlanMaking): PlanningSummary => ({
  planned_by: made.by,
  states: made.states.map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
  analysis_s: secondsIn(made, 'analysing'),
  planning_s: secondsIn(made, 'planning'),
  cost_usd: made.usage.costUsd,
  estimated_usd: estimatedIn(made.usage),
  tokens: tokensOf(made.usage),
  failed: made.failed,
})
