/** What the web server needs of the repository it serves; src/app/serve implements it. */
import type { PullRequestsDocument } from '../core/forge/pull-document.ts'
import type { Reply } from '../conduct/conduct-run.ts'
import type { Ask } from '../core/ask/ask.ts'
import type { ConflictDocument } from '../core/conflict/conflict-document.ts'
import type { Decisions } from '../core/conflict/resolution.ts'
import type { Expertise } from '../core/expertise/expertise.ts'
import type { ExportDocument, ExportWish } from '../core/expertise/exported.ts'
import type { IssueListDocument } from '../core/forge/issues/issue-document.ts'
import type { Frozen } from '../core/report/attention-document.ts'
import type { Event } from '../core/run/event.ts'
import type { AttemptId, LaneName, RunId, TaskId } from '../core/value/ids.ts'
import type { Run } from '../core/run/run.ts'
import type { RunSettings } from '../core/run/event.ts'
import type { Suggested, SuggestionAsked } from '../core/ordering/suggested.ts'
import type { SuggestionUse, UseEntry } from '../core/ordering/suggestion-use.ts'
import type { PlanChange } from '../core/plan/plan-changes.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { Measured } from '../core/report/summary.ts'
import type { TranscriptPiece } from '../core/transcript/entry.ts'
import type { ResultDocument } from '../core/take/result-document.ts'
import type { FastForward } from '../core/take/take-choices.ts'
import type { TakeDocument, TakeWish } from '../core/take/take-wish.ts'
import type { TakeCheck } from '../core/take/taking.ts'
import type { MarkChange } from '../core/workspace/marks.ts'
import type { Tracker } from '../core/workspace/tracker.ts'
import type { AddReply } from './control/control-server.ts'
import type { JoinedTerminal, TerminalLine } from './terminal/terminals.ts'

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

/** Getting to the files of tasks. Rejects with Refused. */
export interface ServedFiles {
  editor(): Promise<EditorDocument>
  /** By the command that the user of this machine has set. Returns the path. */
  open(
    run: Run,
    task: TaskId,
    at: { readonly file: string | null; readonly line: number | null },
  ): Promise<string>
  /** Ports of worktrees on which something listens now. */
  ports(): Promise<readonly ListeningPort[]>
}

/** Terminals in the worktrees of tasks. */
export interface ServedTerminals {
  /** Only the user of this machine turns them on. */
  isOn(): Promise<boolean>
  /** Where a terminal of this task would be. Rejects with Refused. */
  folder(run: Run, task: TaskId): Promise<string>
  join(line: TerminalLine, asked: TerminalAsked): Promise<JoinedTerminal>
  count(): number
}

interface TerminalAsked {
  readonly run: Run
  readonly task: TaskId
  /** Of a terminal that this browser had before; null: a new one. */
  readonly id: string | null
  readonly columns: number
  readonly rows: number
}

export interface EditorDocument {
  /** An editor that the page opens by its address; null: none is set. */
  readonly name: string | null
  readonly has_command: boolean
  /** Whether the page may open a terminal. */
  readonly terminal: boolean
}

export interface ListeningPort {
  readonly lane: string
  readonly path: string
  readonly port: number
}

/** New tasks, for the run that is not over or for the task file. Rejects with Refused. */
export interface ServedNewTask {
  /** What a new task can be made of, and where it can go. */
  options(): Promise<TaskOptions>
  preview(wish: TaskWish): Promise<TaskPreview>
  add(wish: TaskWish): Promise<AddedTask>
  templates(): Promise<readonly TaskTemplate[]>
  /** Returns the path of the file. A template of that name must not be there. */
  saveTemplate(name: string, task: TaskWish['task']): Promise<string>
}

export interface TaskTemplate {
  readonly name: string
  readonly description: string | null
  /** In the form of the task file, without an id. */
  readonly task: TaskWish['task']
}

export interface TaskWish {
  /** In the form of the task file. Without an id, or a name, they are made from its words. */
  readonly task: Readonly<Record<string, unknown>>
  /** null: to the run if there is one that is not over, else to the task file. */
  readonly to: 'run' | 'file' | null
  /** null: the usual task file. */
  readonly file: string | null
  /** `base` of the preview: when the file is another one by now, nothing is written. null: whatever it is. */
  readonly base: string | null
}

export interface AddedTask {
  readonly to: 'run' | 'file'
  readonly id: string
  readonly run: string | null
  readonly file: string | null
  /** Whether the run goes on now; otherwise the task waits until the run is resumed. */
  readonly is_conducted: boolean
}

export interface TaskPreview extends AddedTask {
  /** What would be written to the task file; null: it goes to a run. */
  readonly diff: string | null
  readonly base: string | null
}

export interface TaskOptions {
  readonly agents: readonly string[]
  /** The agent of tasks that name none; null: it is looked for when a run starts. */
  readonly agent: string | null
  /** The first is the usual one. */
  readonly places: readonly TaskPlace[]
  readonly templates: readonly TaskTemplate[]
}

export interface TaskPlace {
  readonly to: 'run' | 'file'
  readonly run: string | null
  readonly file: string | null
  readonly is_conducted: boolean
  /** The tasks that a new one can depend on. */
  readonly tasks: readonly { readonly id: string; readonly name: string }[]
}

/** Changes to task files that have no run yet, by file; they outlive the server. */
interface KeptDrafts {
  get(file: string): readonly PlanChange[]
  /** No changes: there is no draft any more. May throw, for example when the disk is full. */
  set(file: string, changes: readonly PlanChange[]): void
}

/** Reads the open issues. refresh: asks the forge again, unless the forge has named a time before which it will not answer. */
export type ServedIssues = (wish: {
  /** null: the labels of the settings. */
  readonly labels: readonly string[] | null
  readonly most: number
  readonly refresh: boolean
}) => Promise<IssueListDocument>

/** Makes plans from requirements, one at a time; the task file is written when a plan is ready. */
export interface ServedPlanning {
  /** The plan that is being made, or was made last since the server started; null: there is none. */
  current(): Planning | null
  /** null: a plan is being made already. */
  start(wish: PlanningWish): Planning | null
  /** Stops the planning; without one nothing happens. */
  cancel(): void
}

export interface PlanningWish {
  readonly requirements: string
  /** The issues to make tasks from; null: the requirements are used. */
  readonly issues: readonly number[] | null
  readonly parallel: number | null
  /** null: the setting decides. */
  readonly backend: 'api' | 'cli' | 'agent' | 'offline' | null
  /** null: the usual task file. */
  readonly file: string | null
}

export interface Planning {
  readonly requirements: string
  /** The issues that it is made of; null: it is made of the requirements. */
  readonly issues: readonly number[] | null
  readonly file: string
  readonly state: 'initialized' | 'analysing' | 'planning' | 'ready' | 'failed'
  readonly steps: readonly PlanningStep[]
  /** What would happen, for people; null: the plan is not ready. */
  readonly summary: string | null
  readonly problem: { readonly message: string; readonly hint: string | null } | null
}

export interface PlanningStep {
  readonly state: Planning['state']
  readonly says: string
  readonly elapsed_s: number
}

/** The workspaces of this repository, or of all repositories that this server serves. */
export interface ServedTracker {
  /** Cheap enough to call every few seconds. refreshCi: asks the forge again, whatever is known already. */
  read(options?: { readonly refreshCi: boolean }): Promise<Tracker>
  /** Records what a person knows about a workspace, or takes that back. */
  mark(repository: string, change: MarkChange): Promise<MarkReply>
}

export type MarkReply =
  /** isNew: false: it was recorded before, or there was nothing to take back. */
  | { readonly ok: true; readonly isNew: boolean }
  | {
      readonly ok: false
      /** hindered: by the machine, for example because the disk is full. */
      readonly is: 'unknown' | 'refused' | 'hindered'
      readonly message: string
      readonly hint: string | null
    }

/** Orderings of workspaces, by rules and by Claude. */
export interface ServedSuggestions {
  standing(): Promise<SuggestionStanding>
  suggest(asked: SuggestionAsked): Promise<Suggested>
  readonly use: KeptUse
}

/** As the settings and this machine are now. */
export interface SuggestionStanding {
  readonly enabled: boolean
  readonly can_ask_claude: boolean
  /** Why Claude cannot be asked; null: it can. */
  readonly because: string | null
  /** null: Claude Code chooses. */
  readonly model: string | null
  readonly cache_ttl_seconds: number
}

/** How suggestions were used ever since this repository was first served. */
export interface KeptUse {
  all(): SuggestionUse
  /** May throw, for example when the disk is full. */
  add(entry: UseEntry): void
}

/** How often users have done something in the web app, by view, ever since this repository was first served. */
export interface Interactions {
  all(): Readonly<Record<string, number>>
  /** May throw, for example when the disk is full. */
  count(view: string): void
}

export interface EventLog {
  lastSequence(): number
  /** Changes when the store is replaced. A log whose store cannot be replaced has no identity. */
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
  /** null: the usual file. */
  readonly file: string | null
  readonly parallel: number | null
  readonly agent: string | null
  readonly budgetUsd: number | null
  /** The branch that work lands on; null: the setting decides. */
  readonly into: string | null
  /** Every batch starts paused, so that each can be started by hand. */
  readonly hold: boolean
  /** Begins at the result of the previous run, if that has not been taken. */
  readonly on_top: boolean
  /** What to do with an unfinished run of this file; null: refuse to start. */
  readonly unfinished: 'resume' | 'new' | null
}

/** What a start from the browser can choose. */
export interface ServedStartOptions {
  read(): Promise<{
    readonly agents: readonly string[]
    /** The branch that is set for work to land on. */
    readonly into: string | null
    readonly next_run: number
    /** What an hour of an agent has cost here; null: not known. */
    readonly usd_per_hour: number | null
    readonly remembered: StartChoice | null
  }>
  /** May throw, for example when the disk is full. */
  remember(choice: StartChoice): void
}

/** null: the setting decides. */
export interface StartChoice {
  readonly agent: string | null
  readonly parallel: number | null
  readonly budget_usd: number | null
  readonly into: string | null
  /** Whether to ask again before the next start. */
  readonly ask: boolean
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
 * Positions count every byte that was ever written; a note says what was dropped meanwhile. One read returns a megabyte
 * at most: continue from `to`, until that equals `from`.
 */
export interface TranscriptFile {
  read(from: number): TranscriptPart
  /** What stands before a position, `most` bytes at most. */
  readBack(before: number, most: number): TranscriptPart
  /** The first position that has not been dropped, and the position after the last byte. */
  bounds(): { readonly begins: number; readonly ends: number }
}

interface TranscriptPart {
  readonly pieces: readonly TranscriptPiece[]
  readonly from: number
  readonly to: number
}

/** What runs have landed, and bringing that where the user wants it. All of these throw Refused. */
export interface ServedResults {
  look(run: Run): Promise<ResultDocument>
  /** file null: all files. */
  diff(run: Run, file: string | null): Promise<DiffDocument>
  patches(run: Run): Promise<PatchDocument>
  /** The folder of patches is relative to the repository. */
  take(run: Run, wish: TakeWish): Promise<TakeDocument>
  /** Merges in memory and runs the check; nothing is changed. */
  check(run: Run, ff: FastForward): Promise<TriedResult>
  undo(run: Run): Promise<TakeDocument>
}

export interface PatchDocument {
  /** A name for the file. */
  readonly file: string
  readonly text: string
}

export interface TriedResult {
  readonly into: string
  /** The branch has the result already. */
  readonly already: boolean
  readonly how: 'fast-forward' | 'merge-commit' | null
  readonly check: TakeCheck
}

/** Exists only in a git repository. */
export interface ServedWorktrees {
  list(): Promise<readonly ListedRow[]>
  /** Cheap enough to call for the lanes of a run while the run goes on. */
  lanes(run: Run): Promise<readonly LaneRow[]>
  make(name: string, from: string | null, batch: number | null): Promise<WorktreeReply>
  remove(name: string): Promise<WorktreeReply>
  diff(run: Run, task: TaskId, look: DiffRequest): Promise<DiffDocument | null>
  /** Merges in memory and runs the check on the result; no branch moves. */
  validate(run: Run, task: TaskId): Promise<ValidationDocument | null>
  /** The conflict of a task in review with the target as it is now. */
  conflict(run: Run, task: TaskId): Promise<ConflictDocument>
  /** Makes the commit of a resolution, which no branch has yet; the ask is for the coordinator. */
  resolution(run: Run, task: TaskId, decided: DecidedConflict): Promise<ServedResolution>
}

export interface DecidedConflict {
  /** Names the state of the conflict that was decided. */
  readonly token: string
  readonly decisions: Decisions
}

export type ServedResolution =
  | {
      readonly ok: true
      readonly ask: Ask
      /** Removes the commit after the ask was refused. */
      drop(): Promise<void>
    }
  | { readonly ok: false; readonly is: 'stale' | 'bad'; readonly message: string }

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

/** A worktree with the data of its record; null: it is not one of ours. */
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
      /** hindered: by the machine, for example because the disk is full. */
      readonly is: 'unknown' | 'refused' | 'hindered'
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
