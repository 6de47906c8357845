/** The open issues of a repository, for programs, the page and people. */
import type { ForgeProblem } from '../forge-problem.ts'
import type { IssueRow } from './issue-list.ts'

export interface IssueListDocument {
  /** The name of the forge for people: `GitHub acme/shop`; null: the repository has no forge. */
  readonly forge: string | null
  /** The repository as owner/name; null: unknown. */
  readonly repository: string | null
  /** Only issues with all of these labels are listed. */
  readonly labels: readonly string[]
  readonly issues: readonly IssueRow[]
  /** The list was cut: there may be more issues. */
  readonly is_cut: boolean
  /** Numbers of the issues that agents can work on now, at the same time; the most urgent first. */
  readonly start_now: readonly number[]
  /** The command that starts all ready issues, at most ten; null: no issue can start now. */
  readonly next_step: string | null
  readonly notes: readonly string[]
  /** Why the issues could not be read; null: they were read. */
  readonly problem: IssueProblem | null
}

export interface IssueProblem {
  readonly is: ForgeProblem['is']
  readonly message: string
  readonly hint: string
  /** The earliest time at which another request can succeed; null: unknown. */
  readonly not_before: string | null
}

export const problemDocument = ({ notBefore, ...problem }: ForgeProblem): IssueProblem => ({
  ...problem,
  not_before: notBefore === null ? null : new Date(notBefore).toISOString(),
})

const MOST_TYPED = 10

export const runThese = (numbers: readonly number[]): string | null =>
  numbers.length === 0 ? null : `conductor run --issues ${numbers.slice(0, MOST_TYPED).join(',')}`
