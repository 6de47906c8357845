/** Where the cards stand, for the keys: beside a card is the one at the same height on the screen. */
import { COLUMNS, type Column } from '../../../../src/core/ask/board-columns.ts'
import type { Places } from '../../parts/keys/neighbour.ts'
import type { Columns } from './columns.ts'

/** top: the index of the first card in sight of a column. */
export const cardPlaces = (columns: Columns, top: (column: Column) => number): Places<number> => ({
  lines: COLUMNS.map((column) => columns[column]),
  goes: 'down',
  beside: (other, line, at) => at - top(COLUMNS[line]!) + top(COLUMNS[other]!),
})
