/** What conducting a run in a git repository needs: places to work in, a target to land on, checks, a lookout. */
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
   * fresh: as `from` is; what an earlier attempt of the lane left and is not in `from` is kept in
   * rescue first. continue: on top of what the lane's branch holds, if it holds anything; what is not
   * committed there is. as-it-is: the same, but nothing is committed yet.
   */
  readonly start: 'fresh' | 'continue' | 'as-it-is'
}

/** A place of its own for one lane; nobody but the attempt it was opened for writes in it. */
export interface Worktree {
  readonly lane: LaneName
  /** Its top folder, absolute. */
  readonly path: string
  /** Without refs/heads/. */
  readonly branch: string
  /** What a delivery from here is measured against. */
  readonly base: CommitId
  /** CONDUCTOR_PORT and friends. */
  readonly environment: Readonly<Record<string, string>>
  /** Sentences for people: a name that was taken, what was left by an earlier attempt and where it is kept. */
  readonly notes: readonly string[]
}

export type Opened =
  | { readonly ok: true; readonly worktree: Worktree }
  | {
      readonly ok: false
      readonly failure: Failure
      readonly lastLines: readonly string[]
      /** The machine is to blame: it is worth trying again. */
      readonly hindrance?: Hindrance | null
    }

export interface SealRequest {
  readonly run: RunId
  readonly task: TaskId
  readonly attempt: AttemptId
  /** The first line of the commit, should one have to be made for the agent. */
  readonly subject: string
  /** Whether the attempt did what it was to do; if not, the commit is marked as unfinished. */
  readonly succeeded: boolean
  /** It is gone on with from here: a merge that was begun stays one, also while there are marks in it. */
  readonly goesOn?: boolean
}

interface GoneFolder {
  readonly path: string
  /** Where it has been moved to; null: nobody knows. */
  readonly movedTo: string | null
  /** What stands there instead, in words; null: nothing. */
  readonly inItsPlace: string | null
}

export interface WentAstray {
  /** Where it is, in words. */
  readonly places: readonly string[]
  /** What a person may land of it; null: nobody can say what of it. */
  readonly delivery: Delivery | null
  readonly files: readonly string[]
}

export type Sealed =
  | {
      readonly ok: true
      /** null: there is nothing that `base` has not. */
      readonly delivery: Delivery | null
      /** All that it changes, also where that is too much to be named in it. */
      readonly files: readonly string[]
      /** Files of a merge that was begun and still have its marks in them. */
      readonly unresolved: readonly string[]
      /** Not delivered: git ignores them, by rules that came with the attempt. */
      readonly hidden: readonly string[]
      /** Not delivered: folders that are repositories of their own, with work in them, or are called as if. Absent: none. */
      readonly elsewhere?: readonly string[]
      /** Nothing is delivered, because all that was made is on other branches, or stashed. Absent: it is not. */
      readonly astray?: WentAstray
      readonly notes: readonly string[]
      /** The folder was not there: what is delivered is what had been committed. Absent: it was. */
      readonly gone?: GoneFolder
    }
  /** Nothing was changed: everything stands in the folder as the agent left it. */
  | { readonly ok: false; readonly reason: string; readonly hindrance?: Hindrance | null }

export interface Worktrees {
  open(request: WorktreeRequest, signal: AbortSignal): Promise<Opened>
  /**
   * Merges a commit into an open, sealed worktree and leaves the conflicts there for someone to
   * resolve. What is delivered afterwards is measured against that commit.
   */
  beginMerge(
    worktree: Worktree,
    commit: CommitId,
  ): Promise<{ readonly worktree: Worktree; readonly conflicts: readonly string[] }>
  /** Files of a merge somebody has begun there and not decided yet; nothing is touched. */
  undecided(lane: LaneName): Promise<readonly string[]>
  /** Commits whatever is there; nothing the agent wrote or committed can be lost afterwards. */
  seal(worktree: Worktree, request: SealRequest): Promise<Sealed>
  /**
   * The lane is not worked on for now. landed: its folder may serve another lane or go, and its branch
   * goes when the target has all of it. kept: folder and branch stay as long as the room is not needed.
   */
  release(lane: LaneName, how: 'landed' | 'kept', target: CommitId): Promise<void>
  /** At the end: removes the folders of lanes that have landed, and what was kept for reuse. */
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
  /** In memory: no folder is touched. Always a merge commit, with the given message. */
  merge(request: MergeRequest): Promise<Merge>
  /** false: it was not at `from` any more, and nothing was changed. from null: it does not exist yet. */
  advance(from: CommitId | null, to: CommitId): Promise<boolean>
  /** Merge commits between base and tip that name an attempt in their trailers. */
  landings(base: CommitId, tip: CommitId): Promise<ReadonlyMap<AttemptId, CommitId>>
  /** Those of the given commits that the tip has in its history. */
  reached(commits: readonly CommitId[], tip: CommitId): Promise<ReadonlySet<CommitId>>
  /** A commit of the first's history, merges left out, that the second does not contain; null: there is none. */
  beyond(commit: CommitId, tip: CommitId): Promise<CommitId | null>
  /** Keeps a commit from being collected while it is being checked, or for good under a name in rescue. */
  keep(commit: CommitId, name: string): Promise<void>
  /** A name that ends with "/": of everything below it. */
  letGo(name: string): Promise<void>
  countChanges(from: CommitId, to: CommitId): Promise<Changes>
}

/** Branches of the user's that are neither a lane's nor the target: nothing of ours moves them. */
export interface BranchWatch {
  /**
   * How they stand now, against where they were before the agents of the run, also after a crash. The first look
   * settles where that is. moved: the names of those that are known to have been moved.
   */
  look(moved: Iterable<string>): Promise<readonly BranchSight[]>
  /** Keeps where they were and where they are from being collected. */
  keep(moves: readonly BranchMove[]): Promise<void>
}

export interface CheckEnd {
  readonly passed: boolean
  readonly code: number
  readonly seconds: number
  /** The file with everything it printed. */
  readonly log: string
  readonly lastLines: readonly string[]
  /** Percent of lines that it says are tested; null: it has said nothing. */
  readonly coverage: number | null
}

/** Runs checks on the tree of a commit, in worktrees made for that. */
export interface Checks {
  /** Throws when the check could not be run at all; the signal ends it and everything it started. */
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
  /** What someone else did to an open worktree, in sentences. */
  readonly outside: readonly string[]
}

export type OpenWorktree = Pick<Worktree, 'lane' | 'path' | 'branch' | 'base'>

export interface Lookout {
  look(open: readonly OpenWorktree[]): Promise<Sighting>
}
