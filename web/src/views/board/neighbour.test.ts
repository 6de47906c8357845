import { expect, it } from 'vitest'
import type { Columns } from './columns.ts'
import { firstCard, neighbour, type Step } from './neighbour.ts'

const COLUMNS: Columns = { backlog: [1, 2, 3], 'in-progress': [], review: [4], done: [5, 6, 7, 8] }

const from = (
  card: number,
  step: Step,
  tops: Partial<Record<string, number>> = {},
): number | null => neighbour(COLUMNS, card, step, (column) => tops[column] ?? 0)

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

it('knows nothing beside a card that is not on the board', () => {
  expect(from(99, 'down')).toBe(null)
})

it('begins with the first card there is', () => {
  expect(firstCard(COLUMNS)).toBe(1)
  expect(firstCard({ ...COLUMNS, backlog: [] })).toBe(4)
  expect(firstCard({ backlog: [], 'in-progress': [], review: [], done: [] })).toBe(null)
})
