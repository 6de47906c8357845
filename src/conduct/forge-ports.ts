/** What publishing the work of lanes needs: a forge that shows and opens pull requests, and git that makes and pushes branches. */
import type { ForgeAnswer, ForgeProblem } from '../core/forge/forge-problem.ts'
import type { ForgeIssue } from '../core/forge/forge-issue.ts'
import type { PullChange, PullToOpen } from '../core/forge/pull-change.ts'
import type { SeenPull } from '../core/forge/seen-pull.ts'
import type { Conflict } from '../core/landing/delivery.ts'
import type { CommitId } from '../core/value/ids.ts'

/** No method throws for what a forge may answer. None merges, approves or closes anything. */
export interface Forge {
  /** For people: `GitHub acme/shop`, `the remote origin`. */
  readonly name: string
  /** The repository as owner/name; null: the forge knows no owners. */
  readonly repository: string | null
  /** Open issues, the newest first; with numbers: those, open or not. */
  issues(wanted: IssuesWanted): Promise<ForgeAnswer<readonly ForgeIssue[]>>
  /**
   * The pull requests of these branches, the newest of each, whatever their state; one request for all where the forge
   * can.
   */
  pulls(branches: readonly string[]): Promise<ForgeAnswer<readonly SeenPull[]>>
  /** When one is open for the branch already, that one is returned and left as it is. */
  open(request: PullToOpen): Promise<ForgeAnswer<SeenPull>>
  /** The value: sentences about what was left undone although nothing failed, such as a reviewer who cannot be asked. */
  change(number: number, change: PullChange): Promise<ForgeAnswer<readonly string[]>>
  /** The end of the log of a check, as plain text, at most so many characters; empty: there is none. */
  logEnd(log: string, longest: number): Promise<ForgeAnswer<string>>
  [Symbol.dispose](): void
}

export type IssuesWanted =
  | { readonly labels: readonly string[]; readonly most: number }
  | { readonly numbers: readonly number[] }

/** Git for publishing. It changes no branch of the user, no folder and no configuration; new commits are kept under refs/conductor/. */
export interface PublishGit {
  /** Where these branches of the remote are now, fetched, so that their commits are here; a missing branch is not in the map. */
  fetch(branches: readonly string[]): Promise<ForgeAnswer<ReadonlyMap<string, CommitId>>>
  /**
   * Puts pieces of work, in this order, on top of a commit, in memory. The same request always makes the same commits:
   * authors, times and messages stay, and a piece that is already there in this order stays as it is.
   */
  replay(pieces: readonly PieceOfWork[], onto: CommitId): Promise<Replayed>
  /** Merges commits in memory, the first one first; the same request always makes the same commit. */
  merge(commits: readonly CommitId[], message: string): Promise<Replayed>
  /** A commit with the files of `from` at these paths, and everything else as in `onto`; its parents are given. */
  withFilesOf(request: FilesRequest): Promise<CommitId>
  /** expected: where the branch of the remote is now; null: it does not exist. Another place refuses the push (a lease). */
  push(request: PushBranch): Promise<Pushed>
  isAncestor(commit: CommitId, of: CommitId): Promise<boolean>
  /** Whether everything that the pieces of work changed is in the commit, as commits or by content (squash, rebase). */
  contains(commit: CommitId, pieces: readonly PieceOfWork[]): Promise<boolean>
  /** Paths that a piece of work changes. */
  pathsOf(piece: PieceOfWork): Promise<readonly string[]>
  /** Keeps a commit from being collected, under a name below refs/conductor/. */
  keep(commit: CommitId, name: string): Promise<void>
}

/** `git diff base commit` is what was done; the commits between them say how. */
export interface PieceOfWork {
  readonly base: CommitId
  readonly commit: CommitId
  /** The message, where it becomes one commit because there are merges in it; absent: the subject of its newest commit. */
  readonly message?: string
}

export type Replayed =
  | { readonly is: 'made'; readonly commit: CommitId }
  /** piece: which of them, from 0. */
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
  readonly commit: CommitId
  readonly expected: CommitId | null
}

export type Pushed =
  | { readonly is: 'pushed' }
  /** The branch of the remote is somewhere else now; null: it is gone. */
  | { readonly is: 'moved'; readonly at: CommitId | null }
  | {
      readonly is: 'refused'
      readonly problem: ForgeProblem
    }
