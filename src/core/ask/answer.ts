/** The answer of a run to an ask: what becomes true, or why the ask is refused. */
import type { Fact } from '../run/event.ts'
import type { AttemptId, RunId, TaskId } from '../value/ids.ts'
import { deliveryOf, lostBefore, stateOf, type Run } from '../run/run.ts'
import { isLost, type TaskStatus } from '../run/task-state.ts'

/** affected: tasks whose state or future changes. */
export type Answer =
  | {
      readonly accepted: true
      readonly facts: readonly Fact[]
      readonly affected: readonly TaskId[]
      /** What an agent that asked for guidance is told. */
      readonly guidance?: readonly string[]
    }
  | { readonly accepted: false; readonly refusal: Refusal }

export type Refusal =
  | { readonly is: 'unknown-task'; readonly task: string }
  | WrongState
  | { readonly is: 'dependency-not-landed'; readonly task: TaskId; readonly dependency: TaskId }
  /** of: the task that was asked about, its state, and the task that has to be retried before it can come back. */
  | {
      readonly is: 'run-is-over'
      /** When the ask was about no task: a task that can be retried. */
      readonly lost?: TaskId
      readonly of?: { readonly task: TaskId; readonly state: TaskStatus; readonly first?: TaskId }
    }
  /** The whole run is cancelled; the working tasks are being stopped. */
  | { readonly is: 'being-cancelled'; readonly run: RunId }
  /** The coordinator has not heard the ask yet; isStopped: its process is stopped by SIGSTOP. */
  | { readonly is: 'no-answer'; readonly pid: number; readonly isStopped: boolean }
  | { readonly is: 'nothing-delivered'; readonly task: TaskId }
  /** The person has seen another delivery of the task. */
  | { readonly is: 'delivery-changed'; readonly task: TaskId }
  | { readonly is: 'needs-no-approval'; readonly task: TaskId }
  | { readonly is: 'nothing-asked'; readonly task: TaskId }
  | { readonly is: 'attempt-is-over'; readonly attempt: AttemptId }
  | { readonly is: 'task-exists'; readonly task: TaskId }
  | { readonly is: 'already-tried'; readonly task: TaskId }
  /** The dependency already depends on the task, or is the task itself. */
  | { readonly is: 'would-circle'; readonly task: TaskId; readonly dependency: TaskId }
  /** One word of a person says that the two may work at once, and another that they may not. */
  | { readonly is: 'together-and-apart'; readonly task: TaskId; readonly other: TaskId }
  | { readonly is: 'bad-lane'; readonly lane: string }
  | { readonly is: 'no-worktrees' }
  /** moved: the moved branches that nobody has accepted or put back yet. */
  | { readonly is: 'branch-not-moved'; readonly branch: string; readonly moved: readonly string[] }
  | { readonly is: 'agents-out-of-range'; readonly most: number }
  /** batch: 0 is the first; batches: how many there are. */
  | { readonly is: 'unknown-batch'; readonly batch: number; readonly batches: number }

interface WrongState {
  readonly is: 'wrong-state'
  readonly task: TaskId
  readonly state: TaskStatus
  /** The task that has to be retried before this one can come back. */
  readonly first?: TaskId
  /** The task is over, and what it left could land. */
  readonly hasLeft?: true
}

export const accept = (facts: readonly Fact[], affected: readonly TaskId[] = []): Answer => ({
  accepted: true,
  facts,
  affected,
})

export const refuse = (refusal: Refusal): Answer => ({ accepted: false, refusal })

/** Accepts only when the task is in one of these states. */
export function only(
  run: Run,
  task: TaskId,
  states: readonly TaskStatus[],
  facts: readonly Fact[],
): Answer {
  const state = stateOf(run, task).is
  return states.includes(state) ? accept(facts, [task]) : refuse(wrongState(run, task))
}

export function wrongState(run: Run, task: TaskId): WrongState {
  const state = stateOf(run, task).is
  if (!isLost(state)) return { is: 'wrong-state', task, state }
  const first = firstLostBefore(run, task)
  const hasLeft = deliveryOf(run, task) !== null
  return {
    is: 'wrong-state',
    task,
    state,
    ...(first === null ? {} : { first }),
    ...(hasLeft ? { hasLeft } : {}),
  }
}

/** Why a task that is over cannot be retried yet; null when it can. */
export function whyNotBack(run: Run, task: TaskId): Refusal | null {
  const dependency = firstLostBefore(run, task)
  return dependency === null ? null : { is: 'dependency-not-landed', task, dependency }
}

/** The earliest task among its dependencies that did not land and can be retried itself; null when there is none. */
export function firstLostBefore(run: Run, task: TaskId): TaskId | null {
  let earliest: TaskId | null = null
  for (let lost = lostBefore(run, task); lost !== null; lost = lostBefore(run, lost))
    earliest = lost
  return earliest
}
