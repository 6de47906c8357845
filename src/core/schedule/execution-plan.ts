/** A whole plan for programs: what can run in parallel, lanes, predicted conflicts, and how long it takes. */
import type { RunSettings } from '../run/event.ts'
import type { TaskId } from '../value/ids.ts'
import { batchList } from '../plan/batch-list.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Plan } from '../plan/plan.ts'
import { timelineDocument, type TimelineDocument } from './timeline-document.ts'
import { predictedConflicts } from './predicted-conflicts.ts'
import { likelyDocument, likelyTime } from './likely-time.ts'
import { simulate } from './simulate.ts'

export type ExecutionPlan = ReturnType<typeof executionPlan>

/** Circular and missing dependencies are always empty here, because a plan that has them is refused before. */
export function executionPlan(plan: Plan, settings: RunSettings) {
  const timeline = timelineDocument(simulate(plan, settings))
  const barOf = new Map(timeline.tasks.map((bar) => [bar.id, bar]))
  const batches = batchList(plan).map((batch) => ({
    ...batch,
    estimated_duration: secondsOf(batch.task_ids.map((id) => barOf.get(id)!)),
  }))
  const conflicts = predictedConflicts(plan)
  return {
    batches,
    worktree_assignments: worktreeAssignments(plan, settings),
    predicted_conflicts: conflicts,
    timeline,
    likely: likelyDocument(likelyTime(plan, settings)),
    metadata: {
      total_tasks: plan.tasks.length,
      total_batches: batches.length,
      parallel_possible: batches.some(({ can_parallel }) => can_parallel),
      conflicts_detected: conflicts.filter(({ conflict_type }) => conflict_type === 'same_file')
        .length,
      circular_dependencies: [] as readonly TaskId[],
      missing_dependencies: [] as readonly TaskId[],
      planning_mode: plan.tasks.some(({ epic }) => epic !== null)
        ? ('epic_based' as const)
        : ('task_based' as const),
    },
  }
}

const worktreeAssignments = (
  { tasks }: Plan,
  { isolation }: RunSettings,
): Readonly<Record<string, string>> =>
  isolation === 'none' ? {} : Object.fromEntries(tasks.map((task) => [task.id, laneOf(task)]))

/** From the first start in a batch to its last end. */
function secondsOf(bars: TimelineDocument['tasks']): number {
  const first = bars.reduce((least, bar) => Math.min(least, bar.start_s), Infinity)
  return bars.reduce((most, bar) => Math.max(most, bar.end_s - first), 0)
}
