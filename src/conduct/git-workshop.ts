/** Everything that working in a git repository needs, put together; without a repository a run works in place. */
import type { CommitId } from '../core/value/ids.ts'
import type { Task } from '../core/plan/plan.ts'
import type { BranchWatch, Checks, Lookout, Target, Worktrees } from './worktree-ports.ts'

export interface Workshop {
  readonly worktrees: Worktrees
  readonly target: Target
  readonly checks: Checks
  readonly lookout: Lookout
  readonly branches: BranchWatch
  /** The last listener is told, in a sentence, what was put in order on the way. */
  readonly onNote: (listener: (what: string) => void) => void
  /** Keeps a commit of the target that no branch may reach any more. */
  readonly rescue: (commit: CommitId, why: string) => Promise<void>
  /** A sentence when worktrees take more disk space than they may; null: they do not. */
  readonly overDisk: () => Promise<string | null>
  /** Where in a worktree an agent begins: the same folder that the user is in within their checkout. */
  readonly directoryIn: (worktree: string) => string
  /** The command that must succeed on a merged tree before it lands; null: nothing is checked. */
  readonly checkOf: (task: Task) => string | null
  /** The agent that may try once to resolve a conflict or a red check; null: none may. */
  readonly resolverOf: (task: Task) => string | null
  /** L5: how many deliveries are checked together, and how many such trains at once. */
  readonly trainLength: number
  readonly trainsAtOnce: number
}
