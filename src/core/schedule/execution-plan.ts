/** A whole plan for programs: what can run in parallel, lanes, predicted conflicts, and how long it takes. */
import type { RunSettings } from '../run/event.ts'
import type { TaskId } from '../value/ids.ts'
import { batchList } from '../batch/batch-list.ts'
import { planGraph, type PlanGraph } from '../plan/graph.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Plan } from '../plan/plan.ts'
import { planIssues } from './plan-issues.ts'
import { timelineDocument, type TimelineDocument } from './timeline-document.ts'
import { predictedConflicts, type PredictedConflict } from './predicted-conflicts.ts'
import { likelyDocument, likelyTime } from './likely-time.ts'
import { NOT_SIMULATED, simulate, type Timeline } from './simulate.ts'

export type ExecutionPlan = ReturnType<typeof executionPlan>

/** Circular and missing dependencies are always empty here, because a plan that has them is refused before. */
export function executionPlan(
  plan: Plan,
  settings: RunSettings,
  simulated: Timeline = simulate(plan, settings),
) {
  const timeline = timelineDocument(simulated)
  const graph = planGraph(plan, settings)
  const barOf = new Map(timeline.tasks.map((bar) => [bar.id, bar]))
  const batches = batchList(plan, graph).map((batch) => ({
    ...batch,
    estimated_duration: secondsOf(batch.task_ids.flatMap((id) => barOf.get(id) ?? [])),
  }))
  const { conflicts: pairs, isCut } = predictedConflicts(plan, graph)
  const conflicts = pairs.filter((pair) => !isOrdered(graph, pair))
  const worktree_assignments = worktreeAssignments(plan, settings)
  const isApart = conflicts.filter(({ verdict }) => verdict === 'apart')
  return {
    batches,
    worktree_assignments,
    predicted_conflicts: conflicts,
    timeline,
    likely: likelyDocument(likelyTime(plan, settings)),
    metadata: {
      total_tasks: plan.tasks.length,
      total_batches: batches.length,
      parallel_possible: batches.some(({ can_parallel }) => can_parallel),
      conflicts_detected: isApart.length,
      /** There are more pairs than are listed. */
      conflicts_cut: isCut,
      /** More likely pairs do not work at once. */
      apart_above: settings.collisions.apartAbove,
      /** sequential: the first batch can only be done one task after another, or there is one agent. */
      execution_mode:
        settings.agents > 1 && batches[0]?.can_parallel === true
          ? ('parallel' as const)
          : ('sequential' as const),
      circular_dependencies: [] as readonly TaskId[],
      missing_dependencies: [] as readonly TaskId[],
      planning_mode: plan.tasks.some(({ epic }) => epic !== null)
        ? ('epic_based' as const)
        : ('task_based' as const),
    },
    issues: planIssues(
      { tasks: plan.tasks.map(({ id }) => id), batches, conflicts },
      settings.isolation === 'none' ? null : worktree_assignments,
    ),
  }
}

/** Tasks of which one depends on the other never work at once anyway; what a person decided is told all the same. */
function isOrdered(graph: PlanGraph, { task_ids, decided_by }: PredictedConflict): boolean {
  if (decided_by === 'user') return false
  const [a, b] = task_ids.map((id) => graph.indexOf.get(id)!) as [number, number]
  return leadsTo(graph, a, b) || leadsTo(graph, b, a)
}

/** A task on the way stands in a batch before that of the last. */
function leadsTo({ after, batch }: PlanGraph, from: number, to: number): boolean {
  const seen = new Set([from])
  for (const task of seen)
    for (const next of after[task]!) {
      if (next === to) return true
      if (batch[next]! < batch[to]!) seen.add(next)
    }
  return false
}

/** A plan of more tasks is stored without its timeline, which takes too long to simulate beside a run. */
const MOST_SIMULATED = 1000

/** For a place where it is kept while a run goes on. */
export function storedExecutionPlan(plan: Plan, settings: RunSettings) {
  if (plan.tasks.length <= MOST_SIMULATED) return executionPlan(plan, settings)
  return { ...executionPlan(plan, settings, NOT_SIMULATED), timeline: null }
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
