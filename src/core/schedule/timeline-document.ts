/** The simulated timeline and the lanes of a plan, for programs: the same on the command line and in the API. */
import { laneOf } from '../plan/lanes.ts'
import type { Plan } from '../plan/plan.ts'
import type { Timeline } from './simulate.ts'

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
