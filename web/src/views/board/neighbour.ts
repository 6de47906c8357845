/** Which card the keys lead to. */
import { COLUMNS, type Column } from '../../../../src/core/ask/board.ts'
import type { Direction } from '../../parts/keys/directions.ts'
import type { Columns } from './columns.ts'

export type Step = Direction | 'first' | 'last'

/** The card beside this one; null: there is none. top: the first one in sight of a column. */
export function neighbour(
  columns: Columns,
  card: number,
  step: Step,
  top: (column: Column) => number,
): number | null {
  const column = COLUMNS.find((column) => columns[column].includes(card))
  if (column === undefined) return null
  const cards = columns[column]
  const at = cards.indexOf(card)
  switch (step) {
    case 'up':
      return cards[at - 1] ?? null
    case 'down':
      return cards[at + 1] ?? null
    case 'first':
      return cards[0]!
    case 'last':
      return cards.at(-1)!
    case 'left':
    case 'right': {
      const beside = besideOf(columns, column, step)
      return beside && columns[beside][levelWith(columns, beside, at - top(column) + top(beside))]!
    }
  }
}

/** The first card of the board; null: there is none. */
export const firstCard = (columns: Columns): number | null =>
  COLUMNS.map((column) => columns[column][0]).find((card) => card !== undefined) ?? null

/** An empty column is passed over. */
function besideOf(columns: Columns, column: Column, step: 'left' | 'right'): Column | null {
  const at = COLUMNS.indexOf(column)
  const beyond = step === 'left' ? COLUMNS.slice(0, at).toReversed() : COLUMNS.slice(at + 1)
  return beyond.find((column) => columns[column].length > 0) ?? null
}

const levelWith = (columns: Columns, column: Column, at: number): number =>
  Math.min(Math.max(at, 0), columns[column].length - 1)
