/** A pull request as its forge shows it. */
import type { CommitId } from '../value/ids.ts'
import type { CiStatus } from '../workspace/tracker.ts'

export interface SeenPull {
  /** On a plain remote, Conductor gives the number. */
  readonly number: number
  /** The URL of its page; empty: there is no page. */
  readonly url: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly isDraft: boolean
  /** The branch of the pull request, in the repository that we push to. */
  readonly head: string
  readonly headCommit: CommitId | null
  readonly base: string
  readonly title: string
  readonly body: string
  /** The commit that merged the pull request into its base; null: it is not merged, or the forge does not name the commit. */
  readonly mergeCommit: CommitId | null
  readonly mergeable: 'yes' | 'conflict' | 'unknown'
  /** The checks of the head commit. */
  readonly checks: readonly SeenCheck[]
  readonly review: ReviewState
  /** Comments, reviews with a text, and comments on lines; the oldest first. Our own are left out. */
  readonly comments: readonly SeenComment[]
  /** How many comments and reviews are older than those, and not among them. */
  readonly olderComments: number
  readonly labels: readonly string[]
  /** Logins of the people who were asked for a review. */
  readonly reviewers: readonly string[]
}

export type ReviewState = 'none' | 'approved' | 'changes-requested'

export interface SeenCheck {
  readonly name: string
  /** neutral: the check was skipped or does not matter. */
  readonly is: 'pass' | 'fail' | 'pending' | 'neutral'
  readonly url: string
  /** The id of the log on the forge; null: there is no log. */
  readonly log: string | null
  /** What the check reports, such as the title of its report. */
  readonly summary: string
}

export interface SeenComment {
  /** Unique on the forge, and the same in every answer. */
  readonly id: string
  readonly by: string
  readonly isBot: boolean
  /** The author is an owner, a member or a collaborator of the repository. */
  readonly isByMember: boolean
  /** The comment is the text of an approval, which asks for no change. */
  readonly isApproval: boolean
  readonly text: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly url: string
  /** The line of code that is commented on; null: the comment is about the whole pull request. */
  readonly place: { readonly path: string; readonly line: number | null } | null
  /** The thread was resolved, or the line has changed since. */
  readonly isSettled: boolean
}

/** What is shown of a pull request that was just opened. */
export const JUST_OPENED = {
  state: 'open',
  mergeCommit: null,
  mergeable: 'unknown',
  checks: [],
  review: 'none',
  comments: [],
  olderComments: 0,
} as const satisfies Partial<SeenPull>

/** All checks of a commit as one word; empty without checks. */
export function ciOf(checks: readonly SeenCheck[]): CiStatus {
  const results = new Set(checks.map(({ is }) => is))
  if (results.has('fail')) return 'fail'
  if (results.has('pending')) return 'pending'
  return results.has('pass') ? 'pass' : ''
}
