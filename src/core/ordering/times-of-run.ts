/** How long the workspaces of a run take, by the estimates of their tasks. */
import { laneOf } from '../plan/lanes.ts'
import { stateAt, type Run } from '../run/run.ts'
import { isOver } from '../run/task-state.ts'
import { orbId } from '../workspace/orb-id.ts'

/** By `repository:branch`; tasks that share a lane are done one after another there. A lane without a branch will be called so. */
export function timesOfRun(run: Run, repository: string): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>()
  run.plan.tasks.forEach((task, i) => {
    if (isOver(stateAt(run, i))) return
    const lane = laneOf(task)
    const place = orbId(repository, run.worktrees.get(lane)?.branch ?? lane)
    seconds.set(place, (seconds.get(place) ?? 0) + task.estimate.seconds)
  })
  return seconds
}
