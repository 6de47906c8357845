/** The life of a task. "Ready" and "blocked" are not states but answers of whyWaiting. */
import type { AttemptId, TaskId } from '../value/ids.ts'
import type { Delivery, Trouble } from '../landing/delivery.ts'
import type { Failure } from './failure.ts'
import type { Stuck } from './stuck.ts'

export type TaskState =
  /** since: when it last began to wait; tries: attempts that counted so far. */
  | {
      readonly is: 'waiting'
      readonly since: number
      readonly tries: number
      readonly retryAt: number | null
      readonly purpose: Purpose
      /** In a stack: what it would stand on cannot be merged, so everything below it must land first. */
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
  /** The attempt is over; what it delivered is being merged and checked. */
  | {
      readonly is: 'landing'
      readonly since: number
      readonly tries: number
      readonly attempt: AttemptId
      readonly delivery: Delivery
      /** asked: a person wants it to land; what they changed in the worktree is taken in first. */
      readonly phase: 'asked' | 'queued' | 'checking'
      /** asked: what stood in the way before. */
      readonly was?: Trouble
    }
  /** Only a person can bring it further: approve, reject, merge or cancel. */
  | {
      readonly is: 'review'
      readonly since: number
      readonly tries: number
      readonly attempt: AttemptId
      readonly delivery: Delivery
      readonly trouble: Trouble
    }
  /** A person has to decide something before its agent can go on: guide it, or raise the budget. */
  | {
      readonly is: 'stuck'
      readonly since: number
      readonly tries: number
      readonly attempt: AttemptId
      readonly why: Stuck
      readonly purpose: Purpose
    }
  /** delivery: what it has brought into the target; null: it changed nothing, or works in place. */
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
  /** What was delivered cannot land as it is: an agent may try once to put that right. */
  | { readonly is: 'resolve'; readonly trouble: Trouble; readonly delivery: Delivery }
  /** A person has sent the work back. trouble: what kept it from landing, if its agent can put that right. */
  | { readonly is: 'redo'; readonly why: string; readonly trouble?: Trouble }
  /** To go on where it was, in the same worktree and conversation, now that a person has spoken. */
  | { readonly is: 'go-on'; readonly with: Exclude<Purpose, { is: 'go-on' }> }

export const WORK: Purpose = { is: 'work' }

/** Never tried, or as if it had never been. */
export const waitingSince = (at: number): TaskState & { is: 'waiting' } => ({
  is: 'waiting',
  since: at,
  tries: 0,
  retryAt: null,
  purpose: WORK,
})

/** What it is for, whether it goes on or begins. */
export const aimOf = (purpose: Purpose): Exclude<Purpose, { is: 'go-on' }> =>
  purpose.is === 'go-on' ? purpose.with : purpose

export type SkipReason =
  | { readonly is: 'dependency'; readonly task: TaskId }
  | { readonly is: 'asked' }

export type TaskStatus = TaskState['is']

export const isOver = (state: TaskState): boolean => OVER.has(state.is)

const OVER: ReadonlySet<TaskStatus> = new Set(['landed', 'failed', 'skipped', 'cancelled'])

/** What comes after it cannot land either. */
export const isLost = (status: TaskStatus): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'skipped'

/** It has work that is in no target yet, so its lane cannot serve another task. */
export const holdsLane = (state: TaskState): boolean =>
  state.is === 'working' ||
  state.is === 'landing' ||
  state.is === 'review' ||
  state.is === 'stuck' ||
  (state.is === 'waiting' && state.purpose.is !== 'work')

/** It has files in its hands that others would collide with: until it has landed, or waits for a person. */
export const holdsFiles = (state: TaskState): boolean =>
  state.is === 'working' || state.is === 'landing'
