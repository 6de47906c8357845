/** A plan and its simulated timeline, for programs: the same on the command line and in the API. */
import { batches, planGraph } from '../plan/graph.ts'
import type { TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Plan } from '../plan/plan.ts'
import type { Timeline } from './simulate.ts'

/** batch_id: 1 is the first. */
export interface BatchDocument {
  readonly batch_id: number
  readonly task_ids: readonly TaskId[]
  readonly can_parallel: boolean
  readonly depends_on: readonly number[]
}

/** In the form that other programs know. */
export const batchList = (plan: Plan): readonly BatchDocument[] =>
  batches(plan, planGraph(plan)).map((tasks, i) => ({
    batch_id: i + 1,
    task_ids: tasks,
    can_parallel: tasks.length > 1,
    depends_on: i === 0 ? [] : [i],
  }))

export type TimelineDocument = ReturnType<typeof timelineDocument>

export const timelineDocument = (timeline: Timeline) => ({
  makespan_s: timeline.makespanSeconds,
  sequential_s: timeline.sequentialSeconds,
  speedup: timeline.speedup,
  idle_s: timeline.idleSeconds,
  agents: timeline.agents,
  critical_path: timeline.criticalPath,
  tasks: timeline.bars.map(({ id, startSeconds, endSeconds, worker }) => ({
    id,
    start_s: startSeconds,
    end_s: endSeconds,
    worker,
  })),
})

/** Which tasks share a worktree. */
export const lanesOf = (plan: Plan) =>
  [...Map.groupBy(plan.tasks, laneOf)].map(([lane, tasks]) => ({
    lane,
    task_ids: tasks.map(({ id }) => id),
  }))
