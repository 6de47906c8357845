/** What git tells of a repository: its worktrees, its branches and the commits that they add. */
import type { BranchHistory } from './branch-history.ts'
import type { ListedBranch } from './choose-branches.ts'

export interface BranchView {
  readonly defaultBranch: string
  /** The remotes that a repository is usually cloned from come first. */
  readonly remotes: readonly Remote[]
  readonly worktrees: readonly SeenWorktree[]
  /** All but the default branch. */
  readonly branches: readonly ListedBranch[]
  readonly history: BranchHistory
  /** Branches that came into the default branch: by a merge, or squashed or rebased, so that only their content is there. */
  readonly merged: ReadonlySet<string>
}

export interface Remote {
  readonly name: string
  readonly address: string
}

export interface SeenWorktree {
  readonly path: string
  /** null: HEAD is detached. */
  readonly branch: string | null
  /** The user's own checkout. */
  readonly isCheckout: boolean
  readonly lastActiveAt: number | null
}
