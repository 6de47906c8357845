/** Moves the focus between cards, of which only those in sight are rendered. */
import type { RefObject } from 'react'
import { COLUMNS, type Column } from '../../../../../src/core/ask/board-columns.ts'
import { useRovingFocus, type RovingFocus } from '../../../parts/keys/use-roving-focus.ts'
import type { Columns } from '../columns.ts'
import { cardPlaces } from '../card-places.ts'
import { rowHeight } from './card-size.ts'

export type ColumnLists = RefObject<Partial<Record<Column, HTMLElement>>>

export interface CardSurroundings {
  readonly view: RefObject<HTMLElement | null>
  readonly lists: ColumnLists
  /** Shows a column; a narrow screen shows only one at a time. */
  show(column: Column): void
  /** While a card is dragged, the keys are for the drag. */
  isDragging(): boolean
}

export function useCardFocus(
  columns: Columns,
  { view, lists, show, isDragging }: CardSurroundings,
): RovingFocus<number> {
  return useRovingFocus<number>({
    group: 'Board',
    labels: {
      down: 'Next card',
      up: 'Previous card',
      left: 'Column to the left',
      right: 'Column to the right',
    },
    view,
    attribute: 'data-card',
    places: () => cardPlaces(columns, (column) => topOf(lists, column)),
    reveal(card) {
      const column = COLUMNS.find((name) => columns[name].includes(card))
      const list = column && lists.current[column]
      if (list === undefined) return
      if (list.offsetParent === null) show(column!)
      else scrollTo(list, columns[column!].indexOf(card), rowHeight(column!))
    },
    isOff: isDragging,
  })
}

export const isOnCard = (): boolean => document.activeElement?.closest('.card') != null

/** Scrolls as little as needed to have the card in sight. */
function scrollTo(list: HTMLElement, index: number, height: number): void {
  const top = index * height
  const bottom = top + height - list.clientHeight
  if (top < list.scrollTop) list.scrollTop = top
  else if (bottom > list.scrollTop) list.scrollTop = bottom
}

const topOf = (lists: ColumnLists, column: Column): number =>
  Math.round((lists.current[column]?.scrollTop ?? 0) / rowHeight(column))
