/** All cards of a column have the same height, so the place of each is known without measuring the others. */
import type { Column } from '../../../../../src/core/ask/board-columns.ts'

/** Heights in rem, with the gap below; the rest is in card.css. Cards that are done show less text. */
const ROW: Readonly<Record<Column, number>> = {
  backlog: 6.375,
  'in-progress': 6.375,
  review: 6.375,
  done: 5.1875,
}

const GAP = 0.4375

export const rowHeight = (column: Column): number => ROW[column] * rem()

export const cardHeight = (column: Column): number => (ROW[column] - GAP) * rem()

const rem = (): number =>
  (pixelsPerRem ??= parseFloat(getComputedStyle(document.documentElement).fontSize))

let pixelsPerRem: number | undefined
