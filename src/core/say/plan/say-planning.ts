/** How the plan of a run was made, in words for people. */
import { formatTokens } from '../../agent/usage.ts'
import type { PlanningSummary } from '../../report/planning-summary.ts'
import type { PlanMaking } from '../../run/plan-making.ts'
import { formatDuration } from '../../value/duration.ts'
import { formatCost } from '../../value/money.ts'

/** Why there is no plan, and therefore nothing was run; null: there is one. */
export const sayNotPlanned = (made: Pick<PlanMaking, 'failed'> | null): string | null =>
  made?.failed ? `${made.failed.during} failed: ${made.failed.reason}` : null

/** Its time and cost, which are a part of those of the run. */
export function sayPlanning(made: PlanningSummary): string {
  const { planned_by, analysis_s, planning_s, cost_usd, estimated_usd, tokens } = made
  const by = planned_by.backend === 'offline' ? 'offline' : (planned_by.model ?? planned_by.backend)
  return [
    by,
    formatDuration(analysis_s + planning_s),
    ...(cost_usd === null ? [] : [formatCost(cost_usd, estimated_usd)]),
    ...(tokens === 0 ? [] : [`${formatTokens(tokens)} tokens`]),
  ].join(', ')
}
