/** A pull request as its forge shows it. */
import type { CommitId } from '../value/ids.ts'
import type { CiStatus } from '../workspace/tracker.ts'

export interface SeenPull {
  /** Without a forge, a number of our own. */
  readonly number: number
  /** Its page; empty: it has none. */
  readonly url: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly isDraft: boolean
  /** The branch, in the repository that we push to. */
  readonly head: string
  readonly headCommit: CommitId | null
  readonly base: string
  readonly title: string
  readonly body: string
  /** The commit that brought it into its base; null: it is not merged, or the forge does not say. */
  readonly mergeCommit: CommitId | null
  readonly mergeable: 'yes' | 'conflict' | 'unknown'
  /** Those of the head commit. */
  readonly checks: readonly SeenCheck[]
  readonly review: ReviewState
  /** Comments, reviews with a text, and threads on lines; the oldest first. Our own are not here. */
  readonly comments: readonly SeenComment[]
  readonly labels: readonly string[]
  /** Logins of people whose review is requested. */
  readonly reviewers: readonly string[]
}

export type ReviewState = 'none' | 'approved' | 'changes-requested'

export interface SeenCheck {
  readonly name: string
  /** neutral: skipped or of no consequence. */
  readonly is: 'pass' | 'fail' | 'pending' | 'neutral'
  readonly url: string
  /** How the forge finds its log again; null: it keeps none. */
  readonly log: string | null
  /** What the check itself says, such as the title of its report. */
  readonly summary: string
}

export interface SeenComment {
  /** Unique on the forge, and the same at every look. */
  readonly id: string
  readonly by: string
  readonly isBot: boolean
  /** The author is an owner, a member or a collaborator of the repository, so more than a passer-by. */
  readonly isByMember: boolean
  /** The text of a review that approves: nothing is asked for. */
  readonly isApproval: boolean
  readonly text: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly url: string
  /** The line it is about; null: the whole pull request. */
  readonly place: { readonly path: string; readonly line: number | null } | null
  /** The thread was resolved, or the line has changed since. */
  readonly isSettled: boolean
}

/** All checks of a commit as one word. Nothing is predicted: without a check there is none. */
export function ciOf(checks: readonly SeenCheck[]): CiStatus {
  const seen = new Set(checks.map(({ is }) => is))
  if (seen.has('fail')) return 'fail'
  if (seen.has('pending')) return 'pending'
  return seen.has('pass') ? 'pass' : ''
}
