/** One fact, appended once, never changed. A run is the fold of its events (core/run.ts). */
import type { Failure, Outcome } from './failure.ts'
import type { AttemptId, RunId, TaskId } from './ids.ts'
import type { Plan, Priority, Resources, Task } from './plan.ts'
import type { SkipReason } from './task-state.ts'

/** What was settled when the run began; everything the scheduler may look at besides the plan. */
export interface RunSettings {
  /** At most this many attempts at once (S1). */
  readonly agents: number
  /** What may be used of the machine; null: not limited. */
  readonly machine: Resources | null
  /** S10: nothing of a batch starts before the batch before it is over. */
  readonly strictBatches: boolean
  /** S5: let tasks that predict the same file run at once. */
  readonly allowCollisions: boolean
  /** S4: a waiting task becomes one priority more urgent each time this passes. */
  readonly agingSeconds: number
  readonly isolation: 'none'
  /** Where the work is done, absolute. */
  readonly directory: string
}

/** A process, told apart from a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** Opaque: as the platform reports it. */
  readonly startedAt: string
}

export type RunStatus = 'completed' | 'failed' | 'cancelled'

export type Fact =
  | {
      readonly type: 'run-started'
      readonly plan: Plan
      readonly settings: RunSettings
      /** Where the plan came from, to recognise it when the same file is run again. */
      readonly source: { readonly file: string | null; readonly digest: string }
      /** Time that went into reading and checking the plan. */
      readonly planningSeconds: number
    }
  /** A coordinator took the run: at its start, and again each time it is resumed. */
  | { readonly type: 'coordinator-started'; readonly process: ProcessIdentity }
  /** It was told to let go: nothing new starts, and what works is being stopped, to be made again. */
  | { readonly type: 'coordinator-stopping' }
  /** A coordinator let go of an unfinished run in good order. */
  | { readonly type: 'coordinator-stopped' }
  /** The process that attempts of this worker run under; found again after a crash by its identity. */
  | {
      readonly type: 'worker-started'
      readonly worker: number
      readonly process: ProcessIdentity
    }
  | { readonly type: 'run-paused' }
  | { readonly type: 'run-unpaused' }
  /** Nothing new starts; what works is being stopped. */
  | { readonly type: 'run-cancelled' }
  | { readonly type: 'run-ended'; readonly status: RunStatus }
  | { readonly type: 'tasks-added'; readonly tasks: readonly Task[]; readonly by: TaskId | null }
  | { readonly type: 'task-approved'; readonly task: TaskId }
  | { readonly type: 'priority-changed'; readonly task: TaskId; readonly priority: Priority }
  | {
      readonly type: 'attempt-started'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly worker: number
    }
  | {
      readonly type: 'attempt-ended'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly outcome: Outcome
    }
  /** Someone asked for it; the attempt ends when its processes have. */
  | {
      readonly type: 'stop-asked'
      readonly task: TaskId
      readonly as: 'cancelled' | 'preempted'
    }
  | { readonly type: 'task-landed'; readonly task: TaskId; readonly commit: string | null }
  | { readonly type: 'retry-scheduled'; readonly task: TaskId; readonly retryAt: number }
  | {
      readonly type: 'task-failed'
      readonly task: TaskId
      readonly failure: Failure
      readonly lastLines: readonly string[]
    }
  | {
      readonly type: 'tasks-skipped'
      readonly tasks: readonly TaskId[]
      readonly because: SkipReason
    }
  | { readonly type: 'task-cancelled'; readonly task: TaskId }
  /** Someone asked for them again: they wait as if they had never been tried. */
  | { readonly type: 'tasks-reset'; readonly tasks: readonly TaskId[] }

/** at: milliseconds since 1970. sequence: without gaps over the whole store, from 1. */
export type Event = Fact & {
  readonly sequence: number
  readonly run: RunId
  readonly at: number
}
