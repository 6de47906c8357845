/** Cards of a column are equally high: the place of each is known without looking at any other. */
import type { Column } from '../../../../../src/core/ask/board.ts'

/** In rem, with the gap below; the rest is in card.css. What is done needs fewer words. */
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
  (known ??= parseFloat(getComputedStyle(document.documentElement).fontSize))

let known: number | undefined
