/** What the web server needs of the repository it serves; src/app/serve implements it. */
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Ask } from '../../core/ask/ask.ts'
import type { Expertise } from '../../core/expertise/expertise.ts'
import type { ExportDocument, ExportWish } from '../../core/expertise/exported.ts'
import type { PullRequestsDocument } from '../../core/forge/pull-document.ts'
import type { Frozen } from '../../core/report/attention-document.ts'
import type { Measured } from '../../core/report/summary.ts'
import type { Run } from '../../core/run/run.ts'
import type { AttemptId, RunId, TaskId } from '../../core/value/ids.ts'
import type { AddReply } from '../control/control-server.ts'
import type { ServedFiles, ServedTerminals } from './served-files.ts'
import type { EventLog, TranscriptFile } from './served-log.ts'
import type { ServedNewTask } from './served-new-task.ts'
import type { KeptDrafts, ReadPlan, ServedIssues, ServedPlanning } from './served-plans.ts'
import type { ServedResults } from './served-results.ts'
import type { ServedStartOptions, StartRequest, Started } from './served-starts.ts'
import type { ServedSuggestions, ServedTracker } from './served-workspaces.ts'
import type { ServedWorktrees } from './served-worktrees.ts'

export interface ServedRepository {
  /** What it is called in paths: unique among the projects of this user. */
  readonly id: string
  /** The name of the repository's folder. */
  readonly name: string
  readonly folder: string
  readonly version: string
  /** Every event ever recorded here, read only; only those that are durable. */
  readonly log: EventLog
  /** The run that a coordinator conducts here now; null: there is none. */
  conductedRun(): RunId | null
  /** The coordinator of this run, if it is stopped (SIGSTOP). */
  frozen(run: RunId): Frozen | null
  /** Asks the coordinator. When there is none, an ask that can resume a run starts one. */
  ask(ask: Ask): Promise<Reply | NotConducted>
  /** Tasks in the form of the task file. */
  add(tasks: unknown): Promise<AddReply | NotConducted>
  readonly startOptions: ServedStartOptions
  /** Starts or resumes a run, in a process of its own. */
  start(request: StartRequest): Promise<Started>
  resume(run: RunId): Promise<Started>
  /** The run that the task file would make; null: the usual file does not exist. */
  plan(file: string | null): Promise<ReadPlan | null>
  readonly planning: ServedPlanning
  readonly issues: ServedIssues
  readonly newTask: ServedNewTask
  readonly files: ServedFiles
  readonly terminals: ServedTerminals
  transcript(run: Run, attempt: AttemptId): TranscriptFile
  /** What was measured on the disk when the run ended, as far as that was possible. */
  measured(run: RunId): Measured
  readonly worktrees: ServedWorktrees | null
  /** null: this is not a git repository. */
  readonly results: ServedResults | null
  readonly tracker: ServedTracker
  readonly drafts: KeptDrafts
  readonly interactions: Interactions
  readonly suggestions: ServedSuggestions
  /** Writes files into the checkout and commits nothing. Rejects with Refused. */
  exportExpertise(expertise: readonly Expertise[], wish: ExportWish): Promise<ExportDocument>
  /** The review of a person, where the remote has no page for it. Rejects with Refused. */
  reviewPull(run: Run, task: TaskId, review: PullReview): Promise<PullRequestsDocument>
}

interface PullReview {
  readonly is: 'approved' | 'changes-requested'
  /** The agent gets it like the comment of a reviewer; empty: no comment. */
  readonly text: string
}

/** How often users have done something in the web app, by view, ever since this repository was first served. */
export interface Interactions {
  all(): Readonly<Record<string, number>>
  /** May throw, for example when the disk is full. */
  count(view: string): void
}

export interface NotConducted {
  readonly accepted: false
  readonly refusal: { readonly is: 'not-conducted' }
}
