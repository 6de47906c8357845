/** The open issues of a repository, for programs, the page and people. */
import type { ForgeProblem } from './forge-problem.ts'
import type { IssueRow } from './issue-list.ts'

export interface IssueListDocument {
  /** For people: `GitHub acme/shop`; null: the repository is on no forge. */
  readonly forge: string | null
  /** owner/name; null: it is not known. */
  readonly repository: string | null
  /** Only issues with all of these are listed. */
  readonly labels: readonly string[]
  readonly issues: readonly IssueRow[]
  /** There may be more. */
  readonly is_cut: boolean
  /** Numbers of those that can be worked on at once, now; the most urgent first. */
  readonly start_now: readonly number[]
  /** What to type for all that are ready, ten at most; null: nothing can start now. */
  readonly next_step: string | null
  readonly notes: readonly string[]
  /** Why the issues are not known; null: they are. */
  readonly problem: IssueProblem | null
}

export interface IssueProblem {
  readonly is: ForgeProblem['is']
  readonly message: string
  readonly hint: string
  /** Asking earlier is in vain; null: not known. */
  readonly not_before: string | null
}

export const problemDocument = ({ notBefore, ...problem }: ForgeProblem): IssueProblem => ({
  ...problem,
  not_before: notBefore === null ? null : new Date(notBefore).toISOString(),
})

const MOST_TYPED = 10

export const runThese = (numbers: readonly number[]): string | null =>
  numbers.length === 0 ? null : `conductor run --issues ${numbers.slice(0, MOST_TYPED).join(',')}`
