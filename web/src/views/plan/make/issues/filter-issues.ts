/** Which of the listed issues are shown: those that match the words and have all the chosen labels. */
import type { IssueRow } from '../../../../../../src/core/forge/issues/issue-list.ts'
import { matches } from '../../../../parts/matches.ts'

export interface IssueFilter {
  readonly words: string
  readonly labels: readonly string[]
}

export const NO_FILTER: IssueFilter = { words: '', labels: [] }

export function filterIssues(
  rows: readonly IssueRow[],
  { words, labels }: IssueFilter,
): readonly IssueRow[] {
  return rows.filter(
    (row) => labels.every((label) => row.labels.includes(label)) && matches(words, textOf(row)),
  )
}

const textOf = ({ number, title, labels, author, assignees }: IssueRow): string =>
  [`#${number}`, title, author, ...labels, ...assignees].join(' ')

export interface LabelCount {
  readonly label: string
  readonly count: number
}

/** The labels of these issues, the most frequent first; those that are chosen are always among them. */
export function labelsOf(
  rows: readonly IssueRow[],
  chosen: readonly string[],
  most: number,
): readonly LabelCount[] {
  const counts = new Map<string, number>(chosen.map((label) => [label, 0]))
  for (const { labels } of rows)
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  const all = [...counts].map(([label, count]) => ({ label, count }))
  const isChosen = ({ label }: LabelCount): number => Number(chosen.includes(label))
  return all
    .toSorted((a, b) => isChosen(b) - isChosen(a) || b.count - a.count)
    .slice(0, Math.max(most, chosen.length))
}
