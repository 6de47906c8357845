import { expect, it } from 'vitest'
import { firstOf, neighbour, type Step } from '../../parts/keys/neighbour.ts'
import { cardPlaces } from './card-places.ts'
import type { Columns } from './columns.ts'

const COLUMNS: Columns = { backlog: [1, 2, 3], 'in-progress': [], review: [4], done: [5, 6, 7, 8] }

const from = (
  card: number,
  step: Step,
  tops: Partial<Record<string, number>> = {},
): number | null =>
  neighbour(
    cardPlaces(COLUMNS, (column) => tops[column] ?? 0),
    card,
    step,
  )

it('goes up and down within a column, and stops at its ends', () => {
  expect([from(1, 'down'), from(2, 'up'), from(1, 'up'), from(3, 'down')]).toEqual([
    2,
    1,
    null,
    null,
  ])
  expect([from(6, 'first'), from(6, 'last')]).toEqual([5, 8])
})

it('goes sideways on the same level, over empty columns, to the nearest card', () => {
  expect(from(2, 'right')).toBe(4)
  expect(from(4, 'left')).toBe(1)
  expect(from(4, 'right')).toBe(5)
  expect(from(1, 'left')).toBe(null)
  expect(from(8, 'right')).toBe(null)
})

it('means the level that one sees, however far the columns are scrolled', () => {
  expect(from(4, 'right', { done: 2 })).toBe(7)
  expect(from(7, 'left', { done: 2 })).toBe(4)
})

it('goes to the first card from one that is not on the board', () => {
  expect(from(99, 'down')).toBe(1)
})

it('begins with the first card there is', () => {
  const first = (columns: Columns): number | null => firstOf(cardPlaces(columns, () => 0).lines)
  expect(first(COLUMNS)).toBe(1)
  expect(first({ ...COLUMNS, backlog: [] })).toBe(4)
  expect(first({ backlog: [], 'in-progress': [], review: [], done: [] })).toBe(null)
})
