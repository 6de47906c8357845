/** Which card has the focus: it keeps it while the board moves, is scrolled, or takes the card elsewhere. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { COLUMNS, type Column } from '../../../../../src/core/ask/board.ts'
import { onLostFocus, useLetGo } from '../../../parts/keys/lost-focus.ts'
import { rowHeight } from './card-size.ts'
import type { Columns } from '../columns.ts'
import { firstCard, neighbour, type Step } from '../neighbour.ts'

export type ColumnLists = RefObject<Partial<Record<Column, HTMLElement>>>

export interface CardFocus {
  /** The card that Tab leads to; it is there even when it is out of sight. null: there are none. */
  readonly stop: number | null
  /** A card has taken the focus. */
  took(card: number): void
  give(card: number): void
  /** Whether the focus was on a card, and so could go to another one. */
  move(step: Step): boolean
}

/** For the way back from a task to the board. */
let last: number | null = null

export function useCardFocus(
  columns: Columns,
  lists: ColumnLists,
  show: (column: Column) => void,
): CardFocus {
  const [current, setCurrent] = useState(last)
  const isHeld = useLetGo(STAYS_WITH_CARD)
  const isWanted = useRef(false)
  const at = current === null ? undefined : COLUMNS.find((name) => columns[name].includes(current))
  const stop = at === undefined ? firstCard(columns) : current
  const give = useCallback((card: number) => {
    isWanted.current = true
    setCurrent(card)
  }, [])

  const follow = (): void => {
    const isLost = isHeld.current && document.activeElement === document.body
    if (at === undefined || !(isWanted.current || isLost)) return
    const list = lists.current[at]
    if (list === undefined || current === null) return
    // On a narrow screen only one column is there.
    if (list.offsetParent === null) return show(at)
    isWanted.current = false
    reveal(list, columns[at].indexOf(current), rowHeight(at))
    document.getElementById(cardElement(current))?.focus({ preventScroll: true })
  }
  useLayoutEffect(follow)
  useEffect(() => onLostFocus(follow))

  return {
    stop,
    took: useCallback((card: number) => {
      isHeld.current = true
      last = card
      setCurrent(card)
    }, []),
    give,
    move(step) {
      if (!isOnCard()) return false
      const next = neighbour(columns, stop!, step, (column) => topOf(lists, column))
      if (next !== null) give(next)
      return true
    },
  }
}

export const cardElement = (card: number): string => `card-${card}`

export const isOnCard = (): boolean => document.activeElement?.closest('.card') != null

const STAYS_WITH_CARD = '.card, dialog, [popover]'

function reveal(list: HTMLElement, index: number, height: number): void {
  const top = index * height
  const bottom = top + height - list.clientHeight
  if (top < list.scrollTop) list.scrollTop = top
  else if (bottom > list.scrollTop) list.scrollTop = bottom
}

const topOf = (lists: ColumnLists, column: Column): number =>
  Math.round((lists.current[column]?.scrollTop ?? 0) / rowHeight(column))
