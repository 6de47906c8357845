import { expect, it } from 'vitest'
import { columns, padded, table } from './columns.ts'

const ROWS = [
  ['task', 'cost', 'time'],
  ['api', '$1.25', '4m'],
]

it('ends figures below each other', () => {
  expect(columns(ROWS)).toEqual(['task   cost  time', 'api   $1.25    4m'])
})

it('begins the cells of a table below each other, and ends no line with blanks', () => {
  expect(table(ROWS)).toEqual(['task  cost   time', 'api   $1.25  4m'])
})

it('makes cells as wide as their column, for rows that are coloured afterwards', () => {
  expect(padded(ROWS)[1]).toEqual(['api ', '$1.25', '4m  '])
  expect(padded([])).toEqual([])
})
