/** One fact, appended once, never changed. A run is the fold of its events (core/run/run.ts). */
import type { BranchFact } from '../landing/branch-moves.ts'
import type { Failure, Outcome } from './failure.ts'
import type { Hindrance } from './hindrance.ts'
import type { Changes, Delivery, Trouble } from '../landing/delivery.ts'
import type { HowHeard } from '../agent/guidance.ts'
import type { AttemptId, CommitId, LaneName, RunId, TaskId } from '../value/ids.ts'
import type { Plan, Priority, Resources, Task, TaskChange } from '../plan/plan.ts'
import type { Question } from '../agent/sign.ts'
import type { Stuck } from './stuck.ts'
import type { Condition } from '../agent/supervision.ts'
import type { SkipReason } from './task-state.ts'
import type { Usage } from '../agent/usage.ts'

/** What was settled when the run began; everything the scheduler may look at besides the plan. */
export interface RunSettings {
  /** At most this many attempts at once (S1), until somebody changes that (run.agents). */
  readonly agents: number
  /** What may be used of the machine; null: not limited. */
  readonly machine: Resources | null
  /** S10: nothing of a batch starts before the batch before it is over. */
  readonly strictBatches: boolean
  /** S5: let tasks that predict the same file run at once. */
  readonly allowCollisions: boolean
  /** S4: a waiting task becomes one priority more urgent each time this passes. */
  readonly agingSeconds: number
  /** worktree: each lane in a worktree of its own, and everything lands on the target. */
  readonly isolation: 'none' | 'worktree'
  /** At most this many worktrees at once; null: as many as agents. */
  readonly maxWorktrees: number | null
  /** S2: a task may start on top of the branch of what it comes after, before that has landed. */
  readonly stacked: boolean
  /** A person approves every delivery before it lands. */
  readonly review: boolean
  /** What is checked before a task lands that says nothing about it; null: nothing. */
  readonly check: string | null
  /** V13: files of areas in which an agent must ask before it changes anything. */
  /** Areas in which agents must ask first: globs of files by name. */
  readonly askFirst: Readonly<Record<string, readonly string[]>>
  /** What the run may spend on models; null: no limit. */
  readonly budgetUsd: number | null
  /** Where the work is done, absolute. */
  readonly directory: string
}

/** Under which an agent can be gone on with. */
export interface Conversation {
  readonly agent: string
  readonly id: string
  readonly model: string | null
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
      /** Time that went into estimates, order and batches; in older logs also into reading and checking the file. */
      readonly planningSeconds: number
      /** Time that went into reading and checking the task file. */
      readonly analysisSeconds?: number
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
  /** The branch that work lands on was made, or found again under this name. */
  | {
      readonly type: 'target-opened'
      readonly branch: string
      readonly base: CommitId
      /** The branch the user was on; null when HEAD was detached. */
      readonly from: string | null
    }
  /** Somebody else moved it; lost: landed tasks that it does not hold any more. */
  | {
      readonly type: 'target-moved'
      readonly from: CommitId
      readonly to: CommitId
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
  | { readonly type: 'run-paused' }
  | { readonly type: 'run-unpaused' }
  /** S1: at most this many attempts at once from now on; what works goes on. */
  | { readonly type: 'agents-changed'; readonly agents: number }
  /** S8: nothing of this batch starts before it is unpaused; 0 is the first. */
  | { readonly type: 'batch-paused'; readonly batch: number }
  | { readonly type: 'batch-unpaused'; readonly batch: number }
  /** The machine keeps the run from going on: nothing new starts, and what could not be done is tried again. */
  | { readonly type: 'hindrance-met'; readonly hindrance: Hindrance }
  | { readonly type: 'hindrance-gone' }
  /** Nothing new starts; what works is being stopped. */
  | { readonly type: 'run-cancelled' }
  | { readonly type: 'run-ended'; readonly status: RunStatus }
  | { readonly type: 'tasks-added'; readonly tasks: readonly Task[]; readonly by: TaskId | null }
  | { readonly type: 'task-approved'; readonly task: TaskId }
  /** Before it was tried for the first time. */
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
      /** What it left in git, finished or not; null or absent: nothing. */
      readonly delivery?: Delivery | null
      /** In a stack: it has not begun, and waits until everything below it has landed. */
      readonly untilLanded?: true
    }
  /** The agent's name for what was said between it and us; it can be gone on with. */
  | {
      readonly type: 'conversation-started'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly conversation: Conversation
    }
  /** What supervision makes of a working attempt, each time that changes. */
  | {
      readonly type: 'condition-changed'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly condition: Condition
    }
  /** What the attempt has used so far, all of it. */
  | {
      readonly type: 'usage-reported'
      readonly task: TaskId
      readonly attempt: AttemptId
      readonly usage: Usage
    }
  /** The agent's own word on how far it is. */
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
  /** A person's words for whoever works on the task, now or next. */
  | { readonly type: 'guidance-given'; readonly task: TaskId; readonly text: string }
  /** As much of it as `said` counts has reached the agent. */
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
  /** task null: of the run. usd null: no limit any more. frees: tasks that were stuck on it and can go on. */
  | {
      readonly type: 'budget-changed'
      readonly task: TaskId | null
      readonly usd: number | null
      readonly frees: readonly TaskId[]
    }
  /** Someone asked for it; the attempt ends when its processes have. */
  | {
      readonly type: 'stop-asked'
      readonly task: TaskId
      readonly as: 'cancelled' | 'preempted'
    }
  /** Its delivery waits to be merged and checked. */
  | { readonly type: 'landing-queued'; readonly task: TaskId }
  /** A person wants what it delivered to land, as it now stands in the worktree. */
  | { readonly type: 'landing-asked'; readonly task: TaskId }
  /** What a person changed in the worktree is part of the delivery now. */
  | { readonly type: 'work-resealed'; readonly task: TaskId; readonly delivery: Delivery }
  /** These are merged on one another, and the result is being checked. */
  | {
      readonly type: 'landing-started'
      readonly tasks: readonly TaskId[]
      readonly onto: CommitId
      readonly commit: CommitId
    }
  /** again: the second try of a check that failed. */
  | {
      readonly type: 'check-ended'
      readonly tasks: readonly TaskId[]
      readonly commit: CommitId
      readonly check: string
      readonly passed: boolean
      readonly again: boolean
      readonly seconds: number
      readonly log: string
      /** Percent of lines that are tested, as the check has written it down; absent: it has not. */
      readonly coverage?: number
    }
  /** An agent may try once to put right what stands in the way. */
  | { readonly type: 'resolve-needed'; readonly task: TaskId; readonly trouble: Trouble }
  | { readonly type: 'review-needed'; readonly task: TaskId; readonly trouble: Trouble }
  /** A person rejected the delivery; the next attempt is told why. */
  | { readonly type: 'task-sent-back'; readonly task: TaskId; readonly why: string }
  /** commit: where the target has it; null: there is no target. checked: a check passed on it. */
  | {
      readonly type: 'task-landed'
      readonly task: TaskId
      readonly commit: string | null
      readonly checked?: boolean
    }
  /** What a working task has changed so far, when that has changed. */
  | {
      readonly type: 'files-touched'
      readonly task: TaskId
      readonly files: readonly string[]
      readonly changes: Changes
    }
  /** L8: what two tasks have now cannot be merged. */
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
  /** Someone asked for them again: they wait as if they had never been tried. */
  | { readonly type: 'tasks-reset'; readonly tasks: readonly TaskId[] }

/** The tasks whose state a fact may change. */
export function tasksIn(fact: Fact): readonly TaskId[] {
  if (fact.type === 'tasks-skipped' || fact.type === 'landing-started') return fact.tasks
  if (fact.type === 'target-moved') return fact.lost
  return 'task' in fact && fact.task !== null ? [fact.task] : []
}

/** Facts after which the order of work has to be found anew. */
export const CHANGES_PLAN: ReadonlySet<Fact['type']> = new Set([
  'tasks-added',
  'tasks-reset',
  'priority-changed',
  'task-changed',
  'batch-paused',
  'batch-unpaused',
  'run-cancelled',
  'files-touched',
  // They may set tasks free that they do not name.
  'budget-changed',
  // They may bring back a task that was over.
  'landing-asked',
  'target-moved',
])

/** at: milliseconds since 1970. sequence: without gaps over the whole store, from 1. */
export type Event = Fact & {
  readonly sequence: number
  readonly run: RunId
  readonly at: number
}
