/** What the web server needs of the repository it serves; the command line puts it together. */
import type { Reply } from '../conduct/conduct-run.ts'
import type { Ask } from '../core/ask/ask.ts'
import type { Event } from '../core/run/event.ts'
import type { AttemptId, LaneName, RunId, TaskId } from '../core/value/ids.ts'
import type { Run } from '../core/run/run.ts'
import type { RunSettings } from '../core/run/event.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { Measured } from '../core/report/summary.ts'
import type { TranscriptPiece } from './live/messages.ts'
import type { AddReply } from './control/control-server.ts'

export interface ServedRepository {
  /** The name of its folder. */
  readonly name: string
  readonly folder: string
  readonly version: string
  /** Everything that was ever recorded here, read only; durable events only. */
  readonly log: EventLog
  /** Whether anybody conducts a run here now, and which. */
  conductedRun(): RunId | null
  /** Asks whoever conducts; when nobody does, those asks that can go on with a run start somebody. */
  ask(ask: Ask): Promise<Reply | NotConducted>
  /** Tasks in the form of the task file. */
  add(tasks: unknown): Promise<AddReply | NotConducted>
  /** Starts a run of a task file, or goes on with one, in a process of its own. */
  start(request: StartRequest): Promise<Started>
  resume(run: RunId): Promise<Started>
  /** What a run of the task file would be; null: the usual file is not there. */
  plan(file: string | null): Promise<ReadPlan | null>
  transcript(run: Run, attempt: AttemptId): TranscriptFile
  /** What was measured on the disk when the run ended, as far as it was. */
  measured(run: RunId): Measured
  readonly worktrees: ServedWorktrees | null
  readonly interactions: Interactions
}

/** What people have done through the web app, by view, in all the time this repository has been served. */
export interface Interactions {
  all(): Readonly<Record<string, number>>
  /** May throw: a disk may be full. */
  count(view: string): void
}

export interface EventLog {
  lastSequence(): number
  /** Another one when the store was replaced; a log that cannot be has none. */
  identity?(): unknown
  /** The run that the newest event belongs to. */
  newestRun(): RunId | null
  runs(): readonly RunId[]
  eventsOf(run: RunId, after?: number): Iterable<Event>
}

export interface NotConducted {
  readonly accepted: false
  readonly refusal: { readonly is: 'not-conducted' }
}

export interface StartRequest {
  /** null: the usual one. */
  readonly file: string | null
  readonly parallel: number | null
  readonly agent: string | null
  /** Every batch paused, to be started one by one. */
  readonly hold: boolean
  /** What to do with an unfinished run of this file; null: refuse. */
  readonly unfinished: 'resume' | 'new' | null
}

export type Started =
  | { readonly ok: true; readonly run: RunId }
  | { readonly ok: false; readonly message: string; readonly hint: string | null }

export type ReadPlan =
  | {
      readonly ok: true
      readonly file: string
      readonly plan: Plan
      readonly settings: RunSettings
      readonly warnings: readonly string[]
    }
  | { readonly ok: false; readonly file: string; readonly problems: readonly PlanProblem[] }

export interface PlanProblem {
  readonly place: string
  readonly message: string
  readonly hint: string | null
}

/**
 * Positions count every byte that was ever written; a note says what was dropped meanwhile. A megabyte at most is
 * read at once: go on from `to`, until that is `from`.
 */
export interface TranscriptFile {
  read(from: number): {
    readonly pieces: readonly TranscriptPiece[]
    readonly from: number
    readonly to: number
  }
}

/** Only in a git repository. */
export interface ServedWorktrees {
  list(): Promise<readonly ListedRow[]>
  /** Cheap: for the lanes of the run, while it moves. */
  lanes(run: Run): Promise<readonly LaneRow[]>
  make(name: string, from: string | null, batch: number | null): Promise<WorktreeReply>
  remove(name: string): Promise<WorktreeReply>
  diff(run: Run, task: TaskId, look: DiffRequest): Promise<DiffDocument | null>
  /** Merges in memory and runs the check there; nothing moves. */
  validate(run: Run, task: TaskId): Promise<ValidationDocument | null>
}

export interface WorktreeRow {
  readonly path: string
  readonly branch: string | null
  readonly lane: LaneName | null
  readonly run: RunId | null
  readonly task: TaskId | null
  readonly status: string
  readonly ahead: number | null
  readonly behind: number | null
  readonly dirty: boolean
  readonly bytes: number
}

/** With what its record says; null: not one of ours. */
export interface ListedRow extends WorktreeRow {
  readonly createdAt: number | null
  readonly batch: number | null
}

export interface LaneRow {
  readonly lane: LaneName
  readonly branch: string
  readonly head: string | null
  readonly subject: string | null
  readonly at: number | null
  readonly author: string | null
  readonly ahead: number | null
  readonly behind: number | null
  readonly mergesCleanly: boolean | null
  readonly conflicts: readonly string[]
}

export type WorktreeReply =
  | {
      readonly ok: true
      readonly path: string
      readonly branch: string | null
      readonly kept: readonly string[]
    }
  | {
      readonly ok: false
      readonly is: 'unknown' | 'refused'
      readonly message: string
      readonly hint: string | null
    }

export interface DiffRequest {
  readonly against: 'base' | 'target'
  readonly attempt: number | null
  readonly file: string | null
}

export interface DiffDocument {
  readonly base: string
  readonly commit: string | null
  readonly files: readonly DiffFile[]
  readonly isCut: boolean
}

export interface DiffFile {
  readonly path: string
  readonly oldPath: string | null
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'mode'
  readonly added: number | null
  readonly deleted: number | null
  readonly isBinary: boolean
  readonly bytes: number
  readonly patch: string | null
}

export interface ValidationDocument {
  readonly mergesCleanly: boolean
  readonly conflicts: readonly string[]
  readonly check: 'passed' | 'failed' | 'none'
  readonly log: string
  readonly seconds: number
}
