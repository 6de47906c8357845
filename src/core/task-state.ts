/** The life of a task. "Ready" and "blocked" are not states but answers of whyWaiting. */
import type { AttemptId, TaskId } from './ids.ts'
import type { Failure } from './failure.ts'

export type TaskState =
  /** since: when it last began to wait; tries: attempts that counted so far. */
  | {
      readonly is: 'waiting'
      readonly since: number
      readonly tries: number
      readonly retryAt: number | null
    }
  | {
      readonly is: 'working'
      readonly since: number
      readonly tries: number
      readonly attempt: AttemptId
      readonly worker: number
    }
  | { readonly is: 'landed'; readonly at: number; readonly commit: string | null }
  | {
      readonly is: 'failed'
      readonly at: number
      readonly failure: Failure
      readonly lastLines: readonly string[]
    }
  | { readonly is: 'skipped'; readonly at: number; readonly because: SkipReason }
  | { readonly is: 'cancelled'; readonly at: number }

export type SkipReason =
  | { readonly is: 'dependency'; readonly task: TaskId }
  | { readonly is: 'asked' }

export type TaskStatus = TaskState['is']

export const isOver = (state: TaskState): boolean =>
  state.is !== 'waiting' && state.is !== 'working'
