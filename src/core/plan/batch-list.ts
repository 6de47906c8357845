/** The batches of a plan, in the form that other programs know. */
import type { TaskId } from '../value/ids.ts'
import { batches, type PlanGraph } from './graph.ts'
import type { Plan } from './plan.ts'

/** batch_id: 1 is the first. */
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
    can_parallel: tasks.length > 1,
    depends_on: i === 0 ? [] : [i],
  }))
