/** How long the workspaces of a run take, by the estimates of their tasks. */
import { laneOf } from '../plan/lanes.ts'
import { stateAt, type Run } from '../run/run.ts'
import { orbId } from '../workspace/orbs.ts'

/** By `repository:branch`; tasks that share a lane are done one after another there. */
export function timesOfRun(run: Run, repository: string): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>()
  run.plan.tasks.forEach((task, i) => {
    const branch = run.worktrees.get(laneOf(task))?.branch
    if (branch === undefined || stateAt(run, i).is === 'landed') return
    const place = orbId(repository, branch)
    seconds.set(place, (seconds.get(place) ?? 0) + task.estimate.seconds)
  })
  return seconds
}
