/** When an agent may answer what is said about a pull request, and which lane merges a base branch that has changed. */
import { laneOf } from '../plan/lanes.ts'
import type { Task } from '../plan/plan.ts'
import { stateOf, type Run } from '../run/run.ts'
import { isOver } from '../run/task-state.ts'
import type { CommitId, LaneName } from '../value/ids.ts'
import type { LanePull, PullTrouble } from './lane-pull.ts'
import type { SeenPull } from './seen-pull.ts'

/** The tasks of a lane, as tasksByLane() tells them. */
type TasksOfLanes = ReadonlyMap<LaneName, readonly Task[]>

/** Nothing is done in the lane, and nothing is about to be. */
export const isIdle = (run: Run, tasks: readonly Task[]): boolean =>
  tasks.every(({ id }) => isOver(stateOf(run, id)))

/** An agent has worked in the lane, and has not answered too often; after the last round a person decides. */
export const canAgentAnswer = (run: Run, pull: LanePull, tasks: readonly Task[]): boolean =>
  tasks.some(({ work }) => work.is === 'prompt') &&
  pull.rounds.length < (run.publishing?.rounds ?? 0)

/**
 * Whether feedback is handed to an agent now. Not while the lane is worked on, nor before the forge shows the head that
 * we pushed, nor while checks are running: the agent should get everything at once.
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

/** What the run remembers when a conflict with this commit was given to an agent: that happens once. */
export const conflictId = (commit: CommitId): string => `conflict ${commit}`

type Conflicting = LanePull & { readonly trouble: PullTrouble & { readonly is: 'conflict' } }

/** The lane whose agent merges the base branch at this commit; null: one had it already, or none can do it now. */
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

/** The tasks that a lane has; a lane of a pull request always has one. */
export const tasksIn = (run: Run, lane: LaneName): readonly Task[] =>
  run.plan.tasks.filter((task) => laneOf(task) === lane)
