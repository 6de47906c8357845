/** The result of a run and the branch it came from, as git shows them now. */
import type { Changes, Conflict } from '../landing/delivery.ts'
import type { CommitId, TaskId } from '../value/ids.ts'

export interface ResultSight {
  /** The tip of the target; null: the branch is gone. */
  readonly result: CommitId | null
  /** The branch that the run came from; null: HEAD was detached then. */
  readonly into: IntoSight | null
  /** What has landed, compared with where the run began. */
  readonly changes: Changes
  /** Landings and other commits of the target since the run began, as `git log --first-parent` counts them. */
  readonly commits: number
  /** The landed tasks whose work the branch that the run came from does not have; empty: the run has no pull requests. */
  readonly missing: ReadonlySet<TaskId>
  readonly remotes: readonly string[]
}

export interface IntoSight {
  readonly branch: string
  /** null: there is no such branch any more. */
  readonly tip: CommitId | null
  /** all: the branch has the result. ancestor: the result only adds to the branch. diverged: the branch has moved. */
  readonly holds: 'all' | 'ancestor' | 'diverged'
  /** Why git cannot merge the two; empty: it can, or no merge is needed. */
  readonly conflicts: readonly Conflict[]
  readonly place: Place
}

/** Where a branch is checked out. */
export type Place =
  | { readonly is: 'nowhere' }
  /** In another worktree of the repository. */
  | { readonly is: 'elsewhere'; readonly folder: string }
  /** In the checkout that the run was started in. */
  | {
      readonly is: 'here'
      readonly folder: string
      /** What is going on there, such as a rebase; null: nothing. */
      readonly busy: string | null
      /** Files with changes that are not committed. */
      readonly changed: readonly string[]
      /** Files with changes that git was told not to see, and that would be overwritten. */
      readonly unwatched: readonly string[]
      /** Files that git does not track and that would be overwritten. */
      readonly inTheWay: readonly string[]
    }
