import { expect, it } from 'vitest'
import type { IssueRow } from '../../../../../../src/core/forge/issues/issue-list.ts'
import { filterIssues, labelsOf } from './filter-issues.ts'

const row = (number: number, title: string, ...labels: readonly string[]): IssueRow =>
  ({ number, title, labels, author: 'ann', assignees: [] }) as unknown as IssueRow

const ROWS = [
  row(12, 'Count the entries', 'ready', 'api'),
  row(3, 'Show the count', 'ready'),
  row(1, 'Export', 'api', 'later'),
]

const shown = (words: string, ...labels: readonly string[]): readonly number[] =>
  filterIssues(ROWS, { words, labels }).map(({ number }) => number)

it('shows issues with all words and all labels', () => {
  expect(shown('')).toEqual([12, 3, 1])
  expect(shown('count the')).toEqual([12, 3])
  expect(shown('#1')).toEqual([12, 1])
  expect(shown('ANN export')).toEqual([1])
  expect(shown('', 'api')).toEqual([12, 1])
  expect(shown('', 'api', 'ready')).toEqual([12])
  expect(shown('show', 'api')).toEqual([])
})

it('lists labels by how often they occur, and keeps the chosen ones', () => {
  const names = (chosen: readonly string[], most: number): readonly string[] =>
    labelsOf(ROWS, chosen, most).map(({ label, count }) => `${label} ${count}`)
  expect(names([], 2)).toEqual(['ready 2', 'api 2'])
  expect(names(['later'], 2)).toEqual(['later 1', 'ready 2'])
  expect(names(['gone'], 9)).toEqual(['gone 0', 'ready 2', 'api 2', 'later 1'])
})
