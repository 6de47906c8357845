/** The status of an open issue in the list to choose from: the most important reason only. */
import type { IssueRow } from './issue-list.ts'

export type IssueStanding =
  | { readonly is: 'ready' }
  /** The issue depends on open issues, all of which are chosen, too. */
  | { readonly is: 'later'; readonly after: readonly number[] }
  | { readonly is: 'blocked'; readonly by: readonly number[] }
  /** The issue will probably change the same files as these. */
  | { readonly is: 'colliding'; readonly with: readonly number[] }
  | { readonly is: 'needs_design' }
  | { readonly is: 'not_ready' }
  /** The issue cannot be taken. */
  | { readonly is: 'skipped' }

export function issueStanding(row: IssueRow, chosen: ReadonlySet<number>): IssueStanding {
  const { skipped, classes, depends_on, conflicts } = row
  if (skipped !== null) return { is: 'skipped' }
  if (classes.includes('not_ready')) return { is: 'not_ready' }
  if (classes.includes('needs_design')) return { is: 'needs_design' }
  const open = depends_on.filter((number) => !chosen.has(number))
  if (open.length > 0) return { is: 'blocked', by: open }
  if (depends_on.length > 0) return { is: 'later', after: depends_on }
  if (conflicts.length > 0) return { is: 'colliding', with: conflicts.map(({ number }) => number) }
  return { is: 'ready' }
}

/** What is missing in a choice: an issue is left out unless every issue that it depends on is chosen, too. */
export interface MissingIssues {
  /** Issues to add to the choice. */
  readonly toAdd: readonly number[]
  /** Chosen issues that are left out anyway: a dependency of theirs is skipped, or is not in the list. */
  readonly inVain: readonly number[]
}

export function missingIssues(
  chosen: ReadonlySet<number>,
  rows: readonly IssueRow[],
): MissingIssues {
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  const befores = [...chosen].map((number) => ({ number, before: allBefore(number, byNumber) }))
  const isPossible = (before: readonly number[]): boolean =>
    before.every((number) => byNumber.get(number)?.skipped === null)
  const wanted = befores.filter(({ before }) => isPossible(before)).flatMap(({ before }) => before)
  return {
    toAdd: [...new Set(wanted)].filter((number) => !chosen.has(number)).toSorted((a, b) => a - b),
    inVain: befores.filter(({ before }) => !isPossible(before)).map(({ number }) => number),
  }
}

/** All direct and indirect dependencies of an issue; circles end. */
function allBefore(start: number, rows: ReadonlyMap<number, IssueRow>): readonly number[] {
  const reached = new Set<number>()
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of rows.get(at)?.depends_on ?? [])
      if (!reached.has(next) && next !== start) {
        reached.add(next)
        open.push(next)
      }
  return [...reached]
}
