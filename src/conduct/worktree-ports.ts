/** What conducting a run in a git repository needs: worktrees, a target to land on, checks, a lookout. */
import type { MarkedHunk } from '../core/conflict/marked-hunks.ts'
import type { BranchMove, BranchSight } from '../core/landing/branch-moves.ts'
import type { Changes, Conflict, Delivery } from '../core/landing/delivery.ts'
import type { Failure } from '../core/run/failure.ts'
import type { Hindrance } from '../core/run/hindrance.ts'
import type { AttemptId, CommitId, LaneName, RunId, TaskId } from '../core/value/ids.ts'

export interface WorktreeRequest {
  readonly run: RunId
  readonly lane: LaneName
  readonly task: TaskId
  readonly attempt: AttemptId
  /** The commit to start from: the tip of the target, or of the branch below in a stack. */
  readonly from: CommitId
  /**
   * fresh: starts as `from` is; whatever an earlier attempt of the lane left and is not in `from` is kept in rescue
   * first. continue: starts on the lane's branch, if it has commits; uncommitted changes there are committed.
   * as-it-is: the same, but nothing is committed yet.
   */
  readonly start: 'fresh' | 'continue' | 'as-it-is'
}

/** The worktree of one lane; only the attempt that it was opened for writes in it. */
export interface Worktree {
  readonly lane: LaneName
  /** The absolute path of its top folder. */
  readonly path: string
  /** Without refs/heads/. */
  readonly branch: string
  /** The commit that a delivery from here is measured against. */
  readonly base: CommitId
  /** CONDUCTOR_PORT and friends. */
  readonly environment: Readonly<Record<string, string>>
  /** Sentences for people: a name that was taken, or what an earlier attempt left and where it is kept. */
  readonly notes: readonly string[]
}

export type Opened =
  | { readonly ok: true; readonly worktree: Worktree }
  | {
      readonly ok: false
      readonly failure: Failure
      readonly lastLines: readonly string[]
      /** The machine is to blame, so it is worth a retry. */
      readonly hindrance?: Hindrance | null
    }

export interface SealRequest {
  readonly run: RunId
  readonly task: TaskId
  readonly attempt: AttemptId
  /** The first line of the commit, if one has to be made for the agent. */
  readonly subject: string
  /** Whether the attempt succeeded; if not, the commit is marked as unfinished. */
  readonly succeeded: boolean
  /** A later attempt goes on from here: a merge that was begun stays one, even while files have conflict marks. */
  readonly goesOn?: boolean
}

interface GoneFolder {
  readonly path: string
  /** Where the folder was moved to; null: unknown. */
  readonly movedTo: string | null
  /** What is there instead, in words; null: nothing. */
  readonly inItsPlace: string | null
}

export interface WentAstray {
  /** Where the work is, in words. */
  readonly places: readonly string[]
  /** The part that a person may land; null: it is unknown which part is finished. */
  readonly delivery: Delivery | null
  readonly files: readonly string[]
}

export type Sealed =
  | {
      readonly ok: true
      /** null: there is nothing that `base` does not have. */
      readonly delivery: Delivery | null
      /** All files that the delivery changes, also when they are too many to be named in it. */
      readonly files: readonly string[]
      /** Files that still have conflict marks of a merge that was begun. */
      readonly unresolved: readonly string[]
      /** Files that are not delivered, because git ignores them by rules that the attempt brought. */
      readonly hidden: readonly string[]
      /**
       * Folders left out of the delivery: repositories of their own with work in them, or named like one. Absent:
       * none.
       */
      readonly elsewhere?: readonly string[]
      /** Nothing is delivered, because all work is on other branches or in a stash. Absent: it is not. */
      readonly astray?: WentAstray
      readonly notes: readonly string[]
      /** The folder was gone: the delivery is what had been committed. Absent: it was there. */
      readonly gone?: GoneFolder
    }
  /** Nothing was changed: everything is in the folder as the agent left it. */
  | { readonly ok: false; readonly reason: string; readonly hindrance?: Hindrance | null }

export interface BegunMerge {
  readonly worktree: Worktree
  /** Files in conflict. */
  readonly conflicts: readonly string[]
  /** The hunks of those that are text, by path. */
  readonly hunks: Readonly<Record<string, readonly MarkedHunk[]>>
}

export interface Worktrees {
  open(request: WorktreeRequest, signal: AbortSignal): Promise<Opened>
  /**
   * Merges a commit into an open, sealed worktree and leaves the conflicts there to be resolved. The later delivery is
   * measured against that commit.
   */
  beginMerge(worktree: Worktree, commit: CommitId): Promise<BegunMerge>
  /** Files of an unfinished merge in the worktree that are not resolved yet; changes nothing. */
  undecided(lane: LaneName): Promise<readonly string[]>
  /** Commits whatever is there; afterwards nothing that the agent wrote or committed can be lost. */
  seal(worktree: Worktree, request: SealRequest): Promise<Sealed>
  /**
   * The lane is not worked on for now. landed: its folder may serve another lane or be removed, and its branch is
   * deleted when the target has all of it. kept: folder and branch stay as long as the room is not needed.
   */
  release(lane: LaneName, how: 'landed' | 'kept', target: CommitId): Promise<void>
  /** At the end: removes the folders of landed lanes, and the spares. */
  close(): Promise<void>
}

export type Merge =
  | { readonly is: 'merged'; readonly commit: CommitId }
  | { readonly is: 'conflict'; readonly conflicts: readonly Conflict[] }

export interface MergeRequest {
  readonly onto: CommitId
  readonly commit: CommitId
  /** First line, empty line, text, empty line, trailers. */
  readonly message: string
}

/** The branch that work lands on. Only landing moves it, and only by compare-and-swap. */
export interface Target {
  readonly branch: string
  /** null: someone has deleted it. */
  tip(): Promise<CommitId | null>
  /** Merges in memory: no folder is touched. Always makes a merge commit, with the given message. */
  merge(request: MergeRequest): Promise<Merge>
  /** false: the target was no longer at `from`, and nothing was changed. from null: it does not exist yet. */
  advance(from: CommitId | null, to: CommitId): Promise<boolean>
  /** Merge commits between base and tip that name an attempt in their trailers. */
  landings(base: CommitId, tip: CommitId): Promise<ReadonlyMap<AttemptId, CommitId>>
  /** Returns the commits that are in the history of the tip. */
  reached(commits: readonly CommitId[], tip: CommitId): Promise<ReadonlySet<CommitId>>
  /** A commit in the history of `commit`, merges left out, that `tip` does not contain; null: there is none. */
  beyond(commit: CommitId, tip: CommitId): Promise<CommitId | null>
  /** Keeps a commit from being collected while it is checked, or for good under a name in rescue. */
  keep(commit: CommitId, name: string): Promise<void>
  /** A name that ends with "/" stands for everything below it. */
  letGo(name: string): Promise<void>
  countChanges(from: CommitId, to: CommitId): Promise<Changes>
}

/** Branches of the user's that are neither a lane's nor the target: nothing of ours moves them. */
export interface BranchWatch {
  /**
   * How the branches stand now, compared with before the agents of the run began, also after a crash. The first look
   * records that start. moved: the names of branches that are known to have been moved.
   */
  look(moved: Iterable<string>): Promise<readonly BranchSight[]>
  /** Keeps their old and new commits from being collected. */
  keep(moves: readonly BranchMove[]): Promise<void>
}

export interface CheckEnd {
  readonly passed: boolean
  readonly code: number
  readonly seconds: number
  /** The file with everything that the check printed. */
  readonly log: string
  readonly lastLines: readonly string[]
  /** Percent of lines that are tested, as the check reports it; null: it does not. */
  readonly coverage: number | null
}

/** Runs checks on the tree of a commit, in worktrees made for that. */
export interface Checks {
  /** Throws when the check could not be run at all; the signal ends the check and everything it started. */
  run(commit: CommitId, line: string, signal: AbortSignal): Promise<CheckEnd>
  close(): Promise<void>
}

/** What is going on in the worktrees while attempts run. */
export interface Sighting {
  readonly touched: ReadonlyMap<LaneName, { readonly files: readonly string[] } & Changes>
  /** Pairs of lanes that cannot be merged as they stand, uncommitted files included. */
  readonly collisions: readonly {
    readonly lanes: readonly [LaneName, LaneName]
    readonly files: readonly string[]
  }[]
  /** What someone other than Conductor did to an open worktree, in sentences. */
  readonly outside: readonly string[]
}

export type OpenWorktree = Pick<Worktree, 'lane' | 'path' | 'branch' | 'base'>

export interface Lookout {
  look(open: readonly OpenWorktree[]): Promise<Sighting>
}
