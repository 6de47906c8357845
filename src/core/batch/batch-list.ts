/** The batches of a plan, in the form that other programs know. */
import type { TaskId } from '../value/ids.ts'
import { batches, type PlanGraph } from '../plan/graph.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Plan } from '../plan/plan.ts'

/** batch_id: 1 is the first. can_parallel: some of its tasks can work at the same time. */
export interface BatchDocument {
  readonly batch_id: number
  readonly task_ids: readonly TaskId[]
  readonly can_parallel: boolean
  readonly depends_on: readonly number[]
}

export const batchList = (plan: Plan, graph: PlanGraph): readonly BatchDocument[] =>
  batches(plan, graph).map((tasks, i) => ({
    batch_id: i + 1,
    task_ids: tasks,
    can_parallel: seatsIn(plan, graph, tasks) > 1,
    depends_on: i === 0 ? [] : [i],
  }))

/** How many tasks of a batch can work at once with enough agents: in worktrees one per lane, in place all. */
function seatsIn({ tasks }: Plan, graph: PlanGraph, ids: readonly TaskId[]): number {
  if (graph.policy.isolation === 'none') return ids.length
  return new Set(ids.map((id) => laneOf(tasks[graph.indexOf.get(id)!]!))).size
}
