/** How the plan that is about to be run was made, if Conductor made it and no earlier run has counted that. */
import { makingIn } from '../../core/planning/making-document.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { PlanMaking } from '../../core/run/plan-making.ts'
import type { SqliteEventStore } from '../../store/sqlite-event-store.ts'
import type { Workspace } from '../place/workspace.ts'
import { keptPlan } from './kept-plan.ts'

/** file: absolute. A file that was edited since is still this plan, as long as it has one of its tasks. */
export function plannedBefore(
  file: string,
  plan: Plan,
  workspace: Workspace,
  store: Pick<SqliteEventStore, 'hasRunOfPlan'>,
): PlanMaking | null {
  const document = keptPlan(file, workspace)
  if (document === null || !sharesTask(document['tasks'], plan)) return null
  const making = makingIn(document)
  return making === null || store.hasRunOfPlan(making.madeAt) ? null : making
}

function sharesTask(tasks: unknown, plan: Plan): boolean {
  const ids = new Set<unknown>(plan.tasks.map(({ id }) => id))
  return Array.isArray(tasks) && tasks.some((task: { readonly id?: unknown }) => ids.has(task.id))
}
