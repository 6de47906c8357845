/** What a run says to an ask: what becomes true, or why it does not. */
import type { Fact } from '../run/event.ts'
import type { AttemptId, RunId, TaskId } from '../value/ids.ts'
import { deliveryOf, lostBefore, stateOf, type Run } from '../run/run.ts'
import { isLost, type TaskStatus } from '../run/task-state.ts'

/** affected: tasks whose fate changes. */
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
  /** of: what it was asked about, how that came out, and what has to be retried before it can come back. */
  | {
      readonly is: 'run-is-over'
      /** Where it was about no task: one that can be retried. */
      readonly lost?: TaskId
      readonly of?: { readonly task: TaskId; readonly state: TaskStatus; readonly first?: TaskId }
    }
  /** Everything is given up; what works is being stopped. */
  | { readonly is: 'being-cancelled'; readonly run: RunId }
  /** Nobody has heard it yet; isStopped: by SIGSTOP, until somebody lets it go on. */
  | { readonly is: 'no-answer'; readonly pid: number; readonly isStopped: boolean }
  | { readonly is: 'nothing-delivered'; readonly task: TaskId }
  | { readonly is: 'needs-no-approval'; readonly task: TaskId }
  | { readonly is: 'nothing-asked'; readonly task: TaskId }
  | { readonly is: 'attempt-is-over'; readonly attempt: AttemptId }
  | { readonly is: 'task-exists'; readonly task: TaskId }
  | { readonly is: 'already-tried'; readonly task: TaskId }
  /** The dependency comes after the task already, or is the task itself. */
  | { readonly is: 'would-circle'; readonly task: TaskId; readonly dependency: TaskId }
  | { readonly is: 'bad-lane'; readonly lane: string }
  | { readonly is: 'no-worktrees' }
  /** moved: the branches that were, and that nobody has done anything about. */
  | { readonly is: 'branch-not-moved'; readonly branch: string; readonly moved: readonly string[] }
  | { readonly is: 'agents-out-of-range'; readonly most: number }
  /** 0 is the first; `batches`: how many there are. */
  | { readonly is: 'unknown-batch'; readonly batch: number; readonly batches: number }

interface WrongState {
  readonly is: 'wrong-state'
  readonly task: TaskId
  readonly state: TaskStatus
  /** What has to be retried before the task can come back. */
  readonly first?: TaskId
  /** It is over, and what it left could land. */
  readonly hasLeft?: true
}

export const accept = (facts: readonly Fact[], affected: readonly TaskId[] = []): Answer => ({
  accepted: true,
  facts,
  affected,
})

export const refuse = (refusal: Refusal): Answer => ({ accepted: false, refusal })

/** Accepted only in one of these states. */
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

/** Why a task that is over cannot come back yet; null: it can. */
export function whyNotBack(run: Run, task: TaskId): Refusal | null {
  const dependency = firstLostBefore(run, task)
  return dependency === null ? null : { is: 'dependency-not-landed', task, dependency }
}

/** The one in its way that can be retried itself, however far before it; null: none is. */
export function firstLostBefore(run: Run, task: TaskId): TaskId | null {
  let found: TaskId | null = null
  for (let lost = lostBefore(run, task); lost !== null; lost = lostBefore(run, lost)) found = lost
  return found
}
