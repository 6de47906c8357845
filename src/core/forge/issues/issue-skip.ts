/** Decides why an issue is not taken as a task, and says so in one sentence. */
import { cleanLine } from '../../planning/check/draft-text.ts'
import type { ForgeIssue } from './forge-issue.ts'

export type Skip =
  /** No issue has this number; it may be the number of a pull request. */
  | { readonly is: 'not-found' }
  | { readonly is: 'closed' }
  | { readonly is: 'assigned'; readonly to: readonly string[] }
  | { readonly is: 'pull'; readonly pulls: readonly number[] }
  | { readonly is: 'author'; readonly author: string }
  /** Each issue depends on the next one, and the last one on the first. */
  | { readonly is: 'circle'; readonly circle: readonly number[] }
  /** The issue depends on open issues that are not taken either. */
  | { readonly is: 'waits'; readonly for: readonly number[] }

/** Whose issues are taken. */
export interface TakingRules {
  /** Logins; `members`: owners, members and collaborators of the repository; `anyone`. */
  readonly trustedAuthors: readonly string[]
  /** Take issues that are assigned to other people, too. */
  readonly takeAssigned: boolean
}

/** Judges the issue alone, without its dependencies. */
export function skipOf(issue: ForgeIssue, rules: TakingRules): Skip | null {
  if (!isTrusted(issue, rules.trustedAuthors)) return { is: 'author', author: issue.author }
  if (!issue.isOpen) return { is: 'closed' }
  if (issue.pulls.length > 0) return { is: 'pull', pulls: issue.pulls }
  const isTaken = issue.assignees.length > 0 && !issue.isMine && !rules.takeAssigned
  return isTaken ? { is: 'assigned', to: issue.assignees } : null
}

function isTrusted(
  { author, isByMember }: Pick<ForgeIssue, 'author' | 'isByMember'>,
  trusted: readonly string[],
): boolean {
  const names = trusted.map((name) => name.toLowerCase().replace(/^@/, ''))
  if (names.includes('anyone') || (names.includes('members') && isByMember)) return true
  return author !== '' && names.includes(author.toLowerCase())
}

export const saySkip = (number: number, skip: Skip): string =>
  `#${number} is left out: ${sayWhy(skip)}.`

/** For an issue that the user has put into the task file. */
export const sayDoubt = (number: number, skip: Skip): string =>
  `#${number} is in the task file, but ${sayWhy(skip)}.`

function sayWhy(skip: Skip): string {
  switch (skip.is) {
    case 'not-found':
      return 'there is no issue with this number, or it is a pull request'
    case 'closed':
      return 'it is closed'
    case 'assigned':
      return `it is assigned to ${skip.to.map(cleanLine).join(' and ')} (issues.take_assigned: true takes it, too)`
    case 'pull':
      return `the open pull request ${list(skip.pulls)} will close it`
    case 'author':
      return `its author ${cleanLine(skip.author) || '(deleted)'} is not among issues.trusted_authors`
    case 'circle':
      return sayCircle(skip.circle)
    case 'waits':
      return `it depends on ${list(skip.for)}, which ${skip.for.length === 1 ? 'is' : 'are'} open and not taken; take them together, or finish ${skip.for.length === 1 ? 'that one' : 'those'} first`
  }
}

const sayCircle = (circle: readonly number[]): string =>
  circle.length === 1
    ? 'it depends on itself'
    : `${circle.map((each) => `#${each}`).join(' depends on ')} depends on #${circle[0]}, which is a circle`

export const list = (numbers: readonly number[]): string =>
  numbers
    .map((number) => `#${number}`)
    .join(', ')
    .replace(/, (#\d+)$/, ' and $1')
