/** Whether a task may become another than it was planned to be, and what then becomes true. */
import { accept, refuse, wrongState, type Answer, type Refusal } from './answer.ts'
import { allAfter } from '../plan/graph.ts'
import { isLaneName, type LaneName, type TaskId } from '../value/ids.ts'
import type { TaskChange } from '../plan/plan.ts'
import { indexOf, stateOf, type Run } from '../run/run.ts'
import { isLost } from '../run/task-state.ts'

/** Once an agent has seen a task, it is what that agent was told. */
export function changeTask(run: Run, task: TaskId, change: TaskChange): Answer {
  if (stateOf(run, task).is !== 'waiting') return refuse(wrongState(run, task))
  if (run.attemptsOf.has(task)) return refuse({ is: 'already-tried', task })
  const refusal =
    whyNotAfter(run, task, change.dependencies ?? []) ?? whyNotIn(run, change.lane ?? null)
  if (refusal !== null) return refuse(refusal)
  if (Object.keys(change).length === 0) return accept([])
  return accept([{ type: 'task-changed', task, change: withoutDoubles(change) }], [task])
}

function whyNotAfter(run: Run, task: TaskId, dependencies: readonly TaskId[]): Refusal | null {
  const unknown = dependencies.find((id) => !run.graph.indexOf.has(id))
  if (unknown !== undefined) return { is: 'unknown-task', task: unknown }
  const lost = dependencies.find((id) => isLost(stateOf(run, id).is))
  if (lost !== undefined) return { is: 'dependency-not-landed', task, dependency: lost }
  const own = indexOf(run, task)
  const behind = new Set([own, ...allAfter(run.graph, own)])
  const dependency = dependencies.find((id) => behind.has(indexOf(run, id)))
  return dependency === undefined ? null : { is: 'would-circle', task, dependency }
}

/** null: the lane that follows from the plan. */
function whyNotIn({ settings }: Run, lane: LaneName | null): Refusal | null {
  if (lane === null) return null
  if (settings.isolation === 'none') return { is: 'no-worktrees' }
  return isLaneName(lane) ? null : { is: 'bad-lane', lane }
}

const withoutDoubles = (change: TaskChange): TaskChange =>
  change.dependencies === undefined
    ? change
    : { ...change, dependencies: [...new Set(change.dependencies)] }
