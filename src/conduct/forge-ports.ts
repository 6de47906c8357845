/** The ports of publishing: a forge that shows and opens pull requests, and git that makes and pushes branches. */
import type { BlockedNames } from '../core/forge/branch-place.ts'
import type { ForgeAnswer, ForgeProblem } from '../core/forge/forge-problem.ts'
import type { ForgeIssue } from '../core/forge/issues/forge-issue.ts'
import type { PullChange, PullToOpen } from '../core/forge/pull-change.ts'
import type { SeenPull } from '../core/forge/seen-pull.ts'
import type { Conflict } from '../core/landing/delivery.ts'
import type { CommitId } from '../core/value/ids.ts'

/** Failures of the forge are values: no method throws for them. No method merges, approves or closes anything. */
export interface Forge {
  /** The name for people: `GitHub acme/shop`, `the remote origin`. */
  readonly name: string
  /** The repository as owner/name; null: the forge knows no owners. */
  readonly repository: string | null
  /** Open issues, the newest first; or the issues with these numbers, open or closed. */
  issues(wanted: IssuesWanted): Promise<ForgeAnswer<readonly ForgeIssue[]>>
  /** The newest pull request of each branch, in any state. A forge that can answers for all branches in one request. */
  pulls(branches: readonly string[]): Promise<ForgeAnswer<readonly SeenPull[]>>
  /** Open pull requests of anybody that go into these branches: their numbers, by branch; a branch without any is not in the map. */
  openInto(branches: readonly string[]): Promise<ForgeAnswer<PullsInto>>
  /** A pull request that is already open for the branch is returned and not changed. */
  open(request: PullToOpen): Promise<ForgeAnswer<SeenPull>>
  /** Returns sentences about steps that were left out without a failure, such as a reviewer who cannot be asked. */
  change(number: number, change: PullChange): Promise<ForgeAnswer<readonly string[]>>
  /** The end of the log of a check, as plain text of at most `longest` characters; empty: there is no log. */
  logEnd(log: string, longest: number): Promise<ForgeAnswer<string>>
  /**
   * Records the decision of a person about a pull request, on a forge that has no page for it. null: people decide on the
   * page of the forge, and Conductor never does.
   */
  readonly decide:
    | ((number: number, decision: PersonsDecision) => Promise<ForgeAnswer<SeenPull>>)
    | null
  [Symbol.dispose](): void
}

export interface PersonsDecision {
  readonly is: 'approved' | 'changes-requested' | 'closed' | 'merged' | 'reopened'
  /** The agent gets this text like the comment of a reviewer; empty: no comment. */
  readonly text: string
  readonly by: string
}

export type PullsInto = ReadonlyMap<string, readonly number[]>

export type IssuesWanted =
  | { readonly labels: readonly string[]; readonly most: number }
  | { readonly numbers: readonly number[] }

/** Before the last part of the name under which a commit of another person is kept. */
export const THEIRS = 'theirs-'

/** Git for publishing. It changes no branch of the user, no folder and no configuration. New commits are kept under refs/conductor/. */
export interface PublishGit {
  /** Fetches branches of the remote, and returns the commit of each. A branch that the remote does not have is not in the map. */
  fetch(branches: readonly string[]): Promise<ForgeAnswer<ReadonlyMap<string, CommitId>>>
  /** Returns the names that no branch of the remote can have now. */
  blocked(names: readonly string[]): Promise<ForgeAnswer<BlockedNames>>
  /**
   * Puts pieces of work on top of a commit, in this order, in memory. Authors, times and messages stay, so the same
   * request always makes the same commits. A piece that is already there, in this order, stays as it is.
   */
  replay(pieces: readonly PieceOfWork[], onto: CommitId): Promise<Replayed>
  /** Merges commits in memory, the first one first; the same request always makes the same commit. */
  merge(commits: readonly CommitId[], message: string): Promise<Replayed>
  /** Makes a commit with the files of `from` at these paths, and all other files as in `onto`. */
  withFilesOf(request: FilesRequest): Promise<CommitId>
  /**
   * expected: the commit of the branch on the remote; null: the remote has no such branch. The push is refused (a
   * lease) if the branch is at another commit.
   */
  push(request: PushBranch): Promise<Pushed>
  isAncestor(commit: CommitId, of: CommitId): Promise<boolean>
  /** Whether the commit has all changes of the pieces, as commits or by content (squash, rebase). */
  contains(commit: CommitId, pieces: readonly PieceOfWork[]): Promise<boolean>
  /** The paths that a piece of work changes. */
  pathsOf(piece: PieceOfWork): Promise<readonly string[]>
  /** Returns the commits that any run of this repository has pushed. */
  pushedFromHere(commits: readonly CommitId[]): Promise<ReadonlySet<CommitId>>
  /** Protects a commit from garbage collection, with a ref of this name below refs/conductor/. */
  keep(commit: CommitId, name: string): Promise<void>
}

/** `git diff base commit` shows the change; the commits between the two are its steps. */
export interface PieceOfWork {
  readonly base: CommitId
  readonly commit: CommitId
  /** The message for a piece with merges, which becomes one commit; absent: the subject of its newest commit. */
  readonly message?: string
}

export type Replayed =
  | { readonly is: 'made'; readonly commit: CommitId }
  /** piece: the index of the piece that conflicts. */
  | {
      readonly is: 'conflict'
      readonly piece: number
      readonly conflicts: readonly Conflict[]
    }

export interface FilesRequest {
  readonly onto: CommitId
  readonly from: CommitId
  readonly paths: readonly string[]
  readonly parents: readonly CommitId[]
  readonly message: string
}

export interface PushBranch {
  readonly branch: string
  /** null: the branch of the remote is deleted. */
  readonly commit: CommitId | null
  readonly expected: CommitId | null
}

export type Pushed =
  | { readonly is: 'pushed' }
  /** The branch of the remote is at another commit now; null: the remote no longer has the branch. */
  | { readonly is: 'moved'; readonly at: CommitId | null }
  | {
      readonly is: 'refused'
      readonly problem: ForgeProblem
    }
