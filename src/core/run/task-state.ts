/** The life of a task. "Ready" and "blocked" are not states but answers of whyWaiting. */
import type { AttemptId, TaskId } from '../value/ids.ts'
import type { Delivery, Resolution, Trouble } from '../landing/delivery.ts'
import type { Failure } from './failure.ts'
import type { Stuck } from './stuck.ts'

export type TaskState =
  /** since: when the task last began to wait; tries: attempts that counted so far. */
  | {
      readonly is: 'waiting'
      readonly since: number
      readonly tries: number
      readonly retryAt: number | null
      readonly purpose: Purpose
      /** In a stack: the deliveries below the task cannot be merged, so everything below it must land first. */
      readonly untilLanded?: true
    }
  | {
      readonly is: 'working'
      readonly since: number
      readonly tries: number
      readonly attempt: AttemptId
      readonly worker: number
      readonly purpose: Purpose
    }
  /** The attempt has ended; its delivery is being merged and checked. */
  | {
      readonly is: 'landing'
      readonly since: number
      readonly tries: number
      readonly attempt: AttemptId
      readonly delivery: Delivery
      /** asked: a person wants the delivery to land; what they changed in the worktree is committed first. */
      readonly phase: 'asked' | 'queued' | 'checking'
      /** With phase asked: the trouble that the delivery had before. */
      readonly was?: Trouble
      /** With phase asked: its conflict is resolved by this commit, which becomes the delivery. */
      readonly resolved?: Resolution
    }
  /** Only a person can move the task on: approve, reject, merge or cancel. */
  | {
      readonly is: 'review'
      readonly since: number
      readonly tries: number
      readonly attempt: AttemptId
      readonly delivery: Delivery
      readonly trouble: Trouble
    }
  /** A person has to decide something before the agent can go on: guide it, or raise the budget. */
  | {
      readonly is: 'stuck'
      readonly since: number
      readonly tries: number
      readonly attempt: AttemptId
      readonly why: Stuck
      readonly purpose: Purpose
    }
  /** delivery: what the task brought into the target; null: it changed nothing, or works in place. */
  | {
      readonly is: 'landed'
      readonly at: number
      readonly commit: string | null
      readonly delivery: Delivery | null
    }
  | {
      readonly is: 'failed'
      readonly at: number
      readonly failure: Failure
      readonly lastLines: readonly string[]
    }
  | { readonly is: 'skipped'; readonly at: number; readonly because: SkipReason }
  | { readonly is: 'cancelled'; readonly at: number }

/** What the next or present attempt is for. */
export type Purpose =
  | { readonly is: 'work' }
  /** The delivery cannot land as it is: an agent may try once to resolve the trouble. */
  | { readonly is: 'resolve'; readonly trouble: Trouble; readonly delivery: Delivery }
  /**
   * A person has sent the work back. trouble: what kept it from landing, if an agent can fix that. delivery: what stands
   * again if the agent leaves the merge that was begun for it unresolved.
   */
  | {
      readonly is: 'redo'
      readonly why: string
      readonly trouble?: Trouble
      readonly delivery?: Delivery
    }
  /** The agent goes on in the same worktree and conversation, now that a person has spoken. */
  | { readonly is: 'go-on'; readonly with: Exclude<Purpose, { is: 'go-on' }> }

export const WORK: Purpose = { is: 'work' }

/** For a task that was never tried, or that starts anew. */
export const waitingSince = (at: number): TaskState & { is: 'waiting' } => ({
  is: 'waiting',
  since: at,
  tries: 0,
  retryAt: null,
  purpose: WORK,
})

/** The purpose without `go-on`: what the agent goes on with. */
export const aimOf = (purpose: Purpose): Exclude<Purpose, { is: 'go-on' }> =>
  purpose.is === 'go-on' ? purpose.with : purpose

export type SkipReason =
  | { readonly is: 'dependency'; readonly task: TaskId }
  | { readonly is: 'asked' }

export type TaskStatus = TaskState['is']

export const isOver = (state: TaskState): boolean => OVER.has(state.is)

const OVER: ReadonlySet<TaskStatus> = new Set(['landed', 'failed', 'skipped', 'cancelled'])

/** Tasks behind a task in such a state cannot land either. */
export const isLost = (status: TaskStatus): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'skipped'

/** The task has work that has not landed yet, so its lane cannot serve another task. */
export const holdsLane = (state: TaskState): boolean =>
  state.is === 'working' ||
  state.is === 'landing' ||
  state.is === 'review' ||
  state.is === 'stuck' ||
  isHalfDone(state)

/** The task waits to go on with work that it has begun. */
export const isHalfDone = (state: TaskState): boolean =>
  state.is === 'waiting' && state.purpose.is !== 'work'

/** Whether a task has to wait for the holder of its lane. Of several tasks with work, whichever starts first goes on. */
export const waitsForHolder = (task: TaskState, holder: TaskState): boolean =>
  holdsLane(holder) && (holder.is !== 'waiting' || !holdsLane(task))

/** The task has changed files that other tasks would collide with: until it has landed, or waits for a person. */
export const holdsFiles = (state: TaskState): boolean =>
  state.is === 'working' || state.is === 'landing'
