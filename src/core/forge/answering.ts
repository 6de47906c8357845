/** Decides when an agent gets the feedback on a pull request, and which lane merges a base branch that has changed. */
import { laneOf } from '../plan/lanes.ts'
import type { Task } from '../plan/plan.ts'
import { stateOf, type Run } from '../run/run.ts'
import { isOver } from '../run/task-state.ts'
import type { CommitId, LaneName } from '../value/ids.ts'
import type { LanePull, PullTrouble } from './lane-pull.ts'
import type { SeenPull } from './seen-pull.ts'

/** The tasks of each lane, as tasksByLane() returns them. */
type TasksOfLanes = ReadonlyMap<LaneName, readonly Task[]>

/** No task of the lane works, waits or lands. */
export const isIdle = (run: Run, tasks: readonly Task[]): boolean =>
  tasks.every(({ id }) => isOver(stateOf(run, id)))

/** A lane of commands has no agent that could answer. After the last round of answers a person decides. */
export const canAgentAnswer = (run: Run, pull: LanePull, tasks: readonly Task[]): boolean =>
  tasks.some(({ work }) => work.is === 'prompt') &&
  pull.rounds.length < (run.publishing?.rounds ?? 0)

/**
 * Whether an agent gets the feedback now. The agent should get all of it at once, so the lane must be idle, the forge
 * must show the head that we pushed, and no check may be running.
 */
export const isTimeToAnswer = (
  run: Run,
  pull: LanePull,
  seen: SeenPull,
  tasks: readonly Task[],
): boolean =>
  seen.state === 'open' &&
  seen.headCommit === pull.head &&
  !seen.checks.some(({ is }) => is === 'pending') &&
  isIdle(run, tasks) &&
  canAgentAnswer(run, pull, tasks)

/** The run records this id when an agent gets the conflict with this commit, so that no second agent gets it. */
export const conflictId = (commit: CommitId): string => `conflict ${commit}`

type Conflicting = LanePull & { readonly trouble: PullTrouble & { readonly is: 'conflict' } }

/** The lane whose agent merges the base branch at this commit. null: a lane had this conflict already, or no lane can merge now. */
export function laneToMerge(run: Run, commit: CommitId, lanes: TasksOfLanes): Conflicting | null {
  const pulls = [...run.pulls.values()]
  if (pulls.some(({ handed }) => handed.includes(conflictId(commit)))) return null
  const canDo = ({ lane, ...pull }: LanePull): boolean => {
    const tasks = lanes.get(lane) ?? []
    return isIdle(run, tasks) && canAgentAnswer(run, { lane, ...pull }, tasks)
  }
  return pulls.filter(isConflicting).find(canDo) ?? null
}

const isConflicting = (pull: LanePull): pull is Conflicting => pull.trouble?.is === 'conflict'

/** The tasks of a lane. A lane with a pull request has at least one. */
export const tasksIn = (run: Run, lane: LaneName): readonly Task[] =>
  run.plan.tasks.filter((task) => laneOf(task) === lane)
