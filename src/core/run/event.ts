/** One fact, appended once, never changed. A run is the fold of its events (core/run/run.ts). */
import type { Learned } from '../durations/learned.ts'
import type { BranchFact } from '../landing/branch-moves.ts'
import type { PullFact } from '../forge/lane-pull.ts'
import type { TakeFact } from '../take/taking.ts'
import type { Failure, Outcome } from './failure.ts'
import type { Hindrance } from './hindrance.ts'
import type { PlanMaking } from './plan-making.ts'
import type { Changes, Delivery, Resolution, Trouble } from '../landing/delivery.ts'
import type { HowHeard } from '../agent/guidance.ts'
import type { AttemptId, CommitId, LaneName, RunId, TaskId } from '../value/ids.ts'
import type { CollisionSettings } from '../plan/collision-settings.ts'
import type { Plan, Priority, Resources, Task, TaskChange } from '../plan/plan.ts'
import type { Question } from '../agent/sign.ts'
import type { Stuck } from './stuck.ts'
import type { Condition } from '../agent/supervision.ts'
import type { SkipReason } from './task-state.ts'
import type { Usage } from '../agent/usage.ts'

/** The settings when the run began; everything the scheduler may look at besides the plan. */
export interface RunSettings {
  /** At most this many attempts at once (S1), until a person changes that (run.agents). */
  readonly agents: number
  /** The resources the run may use; null: not limited. */
  readonly machine: Resources | null
  /** S10: no task of a batch starts before the previous batch is over. */
  readonly strictBatches: boolean
  /** S5: tasks that predict the same file may work at once. */
  readonly allowCollisions: boolean
  /** S5: how likely a collision must be to keep two tasks apart, and which files are special. */
  readonly collisions: CollisionSettings
  /** S4: a waiting task becomes one priority more urgent each time this passes. */
  readonly agingSeconds: number
  /** worktree: each lane has a worktree of its own, and everything lands on the target. */
  readonly isolation: 'none' | 'worktree'
  /** At most this many worktrees at once; null: as many as agents. */
  readonly maxWorktrees: number | null
  /** S2: a task may start on the branch of its dependency before that has landed. */
  readonly stacked: boolean
  /** A person approves every delivery before it lands. */
  readonly review: boolean
  /** The check for tasks that name none of their own; null: none. */
  readonly check: string | null
  /** V13: areas in which agents must ask first, with the globs of their files. */
  readonly askFirst: Readonly<Record<string, readonly string[]>>
  /** What the run may spend on models; null: no limit. */
  readonly budgetUsd: number | null
  /** Where the work is done, absolute. */
  readonly directory: string
}

/** The conversation with an agent, which a later attempt can continue. */
export interface Conversation {
  readonly agent: string
  readonly id: string
  readonly model: string | null
}

/** Identifies a process, also when a later one gets the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** Opaque: as the platform reports it. */
  readonly startedAt: string
}

/** The result of an earlier run that a run builds on. */
export interface OnTopOf {
  readonly run: RunId
  /** The result, merged with HEAD if that has moved since. */
  readonly commit: CommitId
}

export type RunStatus = 'completed' | 'failed' | 'cancelled'

export type Fact =
  | {
      readonly type: 'run-started'
      readonly plan: Plan
      readonly settings: RunSettings
      /** Where the plan came from, to recognise it when the same file is run again. */
      readonly source: { readonly file: string | null; readonly digest: string }
      /** Time spent on estimates, order and batches; in older logs also on reading and checking the file. */
      readonly planningSeconds: number
      /** Time spent on reading and checking the task file. */
      readonly analysisSeconds?: number
      /** What earlier runs taught about durations; absent in older logs: nothing. */
      readonly learned?: Learned
      /** The result of another run, which the target begins at; absent: at HEAD. */
      readonly onTopOf?: OnTopOf
      /** How the plan was made from requirements. Absent: a person wrote it, or an earlier run counts its making. */
      readonly planned?: PlanMaking
    }
  /** A coordinator took over the run: at its start, and again each time it is resumed. */
  | { readonly type: 'coordinator-started'; readonly process: ProcessIdentity }
  /** The coordinator was told to stop: no task starts, and working attempts are stopped, to be tried again. */
  | { readonly type: 'coordinator-stopping' }
  /** A coordinator stopped properly and left an unfinished run. */
  | { readonly type: 'coordinator-stopped' }
  /** The process that attempts of this worker run under; after a crash it is found again by its identity. */
  | {
      readonly type: 'worker-started'
      readonly worker: number
      readonly process: ProcessIdentity
    }
  /** The branch that work lands on was created, or found again under this name. */
  | {
      readonly type: 'target-opened'
      readonly branch: string
      readonly base: CommitId
      /** The branch the user was on; null when HEAD was detached. */
      readonly from: string | null
    }
  /**
   * Somebody other than Conductor moved the target. isRewound: it no longer contains `from`; lost: landed tasks that
   * it no longer contains.
   */
  | {
      readonly type: 'target-moved'
      readonly from: CommitId
      readonly to: CommitId
      readonly isRewound?: boolean
      readonly lost: readonly TaskId[]
    }
  | {
      readonly type: 'worktree-opened'
      readonly task: TaskId
      readonly lane: LaneName
      readonly path: string
      readonly branch: string
      readonly base: CommitId
    }
  | { readonly type: 'worktree-released'; readonly lane: LaneName; readonly how: 'landed' | 'kept' }
  /** Something a person would want to know, found on the disk: a lock left behind, a folder that is gone. */
  | { readonly type: 'noticed'; readonly about: TaskId | null; readonly what: string }
  | BranchFact
  | TakeFact
  | PullFact
  | { readonly type: 'run-paused' }
  | { readonly type: 'run-unpaused' }
  /** S1: at most this many attempts at once from now on; working attempts go on. */
  | { readonly type: 'agents-changed'; readonly agents: number }
  /** S8: no task of this batch starts before it is unpaused; 0 is the first. */
  | { readonly type: 'batch-paused'; readonly batch: number }
  | { readonly type: 'batch-unpaused'; readonly batch: number }
  /** The machine keeps the run from going on: no task starts, and what failed is tried again. */
  | { readonly type: 'hindrance-met'; readonly hindrance: Hindrance }
  | { readonly type: 'hindrance-gone' }
  /** No task starts, and working attempts are being stopped. */
  | { readonly type: 'run-cancelled' }
  | { readonly type: 'run-ended'; readonly status: RunStatus }
  | { readonly type: 'tasks-added'; readonly tasks: readonly Task[]; readonly by: TaskId | null }
  | { readonly type: 'task-approved'; readonly task: TaskId }
  /** A task was changed before its first attempt. */
  | { readonly type: 'task-changed'; readonly task: TaskId; readonly change: TaskChange }
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
      /** What the attempt left in git, finished or not; null or absent: nothing. */
      readonly delivery?: Delivery | null
      /** In a stack: the attempt did not begin, and the task waits until everything below it has landed. */
      readonly untilLanded?: true
    }
  /** The agent has named its conversation; a later attempt can continue it. */
  | {
      readonly type: 'conversation-started'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly conversation: Conversation
    }
  /** The supervisor's judgement of a working attempt, each time it changes. */
  | {
      readonly type: 'condition-changed'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly condition: Condition
    }
  | {
      readonly type: 'usage-reported'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly usage: Usage
    }
  | {
      readonly type: 'progress-reported'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly status: 'planning' | 'working'
      readonly note: string
    }
  | {
      readonly type: 'question-asked'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly question: Question
    }
  /** A person's words for the agent that works on the task, now or next. */
  | { readonly type: 'guidance-given'; readonly task: TaskId; readonly text: string }
  /** The first `said` pieces of guidance have reached the agent. */
  | {
      readonly type: 'guidance-delivered'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly said: number
      readonly how: HowHeard
    }
  | {
      readonly type: 'permission-decided'
      readonly task: TaskId
      readonly request: string
      readonly allowed: boolean
      readonly why: string | null
    }
  | { readonly type: 'task-stuck'; readonly task: TaskId; readonly why: Stuck }
  /** task null: the budget of the run. usd null: no limit any more. frees: tasks stuck on the budget that can go on. */
  | {
      readonly type: 'budget-changed'
      readonly task: TaskId | null
      readonly usd: number | null
      readonly frees: readonly TaskId[]
    }
  /** A person asked to stop the task; the attempt ends when its processes have ended. */
  | {
      readonly type: 'stop-asked'
      readonly task: TaskId
      readonly as: 'cancelled' | 'preempted'
    }
  /** The delivery of the task waits to be merged and checked. */
  | { readonly type: 'landing-queued'; readonly task: TaskId }
  /** A person wants the delivery to land, as it now stands in the worktree, or with its conflict resolved. */
  | { readonly type: 'landing-asked'; readonly task: TaskId; readonly resolved?: Resolution }
  /** What a person changed in the worktree has become part of the delivery. */
  | { readonly type: 'work-resealed'; readonly task: TaskId; readonly delivery: Delivery }
  /** These deliveries are merged on top of one another, and the result is being checked. */
  | {
      readonly type: 'landing-started'
      readonly tasks: readonly TaskId[]
      readonly onto: CommitId
      readonly commit: CommitId
    }
  /** again: this was the second try of a check that had failed. */
  | {
      readonly type: 'check-ended'
      readonly tasks: readonly TaskId[]
      readonly commit: CommitId
      readonly check: string
      readonly passed: boolean
      readonly again: boolean
      readonly seconds: number
      readonly log: string
      /** Percent of lines that are tested, as the check reported it; absent: it did not. */
      readonly coverage?: number
    }
  /** An agent may try once to resolve the trouble. */
  | { readonly type: 'resolve-needed'; readonly task: TaskId; readonly trouble: Trouble }
  | { readonly type: 'review-needed'; readonly task: TaskId; readonly trouble: Trouble }
  /** A person rejected the delivery; the next attempt is told why. */
  | { readonly type: 'task-sent-back'; readonly task: TaskId; readonly why: string }
  /** commit: the commit in the target; null: there is no target. checked: a check passed on it. */
  | {
      readonly type: 'task-landed'
      readonly task: TaskId
      readonly commit: string | null
      readonly checked?: boolean
    }
  /** The files that a working task has changed so far, each time that changes. */
  | {
      readonly type: 'files-touched'
      readonly task: TaskId
      readonly files: readonly string[]
      readonly changes: Changes
    }
  /** L8: the present work of two tasks cannot be merged. */
  | {
      readonly type: 'collision-found'
      readonly tasks: readonly [TaskId, TaskId]
      readonly files: readonly string[]
    }
  | { readonly type: 'collision-gone'; readonly tasks: readonly [TaskId, TaskId] }
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
  /** A person asked to retry these tasks: they wait as if they had never been tried. */
  | { readonly type: 'tasks-reset'; readonly tasks: readonly TaskId[] }

/** The tasks whose state a fact may change. */
export function tasksIn(fact: Fact): readonly TaskId[] {
  if (fact.type === 'tasks-skipped' || fact.type === 'landing-started') return fact.tasks
  if (fact.type === 'target-moved') return fact.lost
  return 'task' in fact && fact.task !== null ? [fact.task] : []
}

/** Facts after which a new schedule has to be built. */
export const CHANGES_PLAN: ReadonlySet<Fact['type']> = new Set([
  'tasks-added',
  'tasks-reset',
  'priority-changed',
  'task-changed',
  'batch-paused',
  'batch-unpaused',
  'run-cancelled',
  'files-touched',
  // A new budget may free tasks that the fact does not name.
  'budget-changed',
  // These may bring back a task that was over.
  'landing-asked',
  'target-moved',
])

/** at: milliseconds since 1970. sequence: without gaps over the whole store, from 1. */
export type Event = Fact & {
  readonly sequence: number
  readonly run: RunId
  readonly at: number
}
