/** Cards under the pointer stay where they are when others come or go above them. */
import { useLayoutEffect, useRef, type RefObject } from 'react'

export interface SteadyScroll {
  readonly cards: readonly number[]
  readonly height: number
  /** The last known scroll position: to read it from the page would force a layout. */
  readonly top: number
}

export function useSteadyScroll(
  list: RefObject<HTMLElement | null>,
  { cards, height, top }: SteadyScroll,
): { onPointerEnter(): void; onPointerLeave(): void } {
  const before = useRef(cards)
  const isLookedAt = useRef(false)
  /** The list was at its top, and returns there when the pointer leaves. */
  const isHeldBack = useRef(false)
  useLayoutEffect(() => {
    const was = before.current
    before.current = cards
    if (was === cards || (top === 0 && !isLookedAt.current)) return
    const rows = shift(was, cards, Math.ceil(top / height))
    if (rows === 0) return
    if (top === 0) isHeldBack.current = true
    list.current!.scrollTop = top + rows * height
  }, [list, cards, height, top])
  return {
    onPointerEnter: () => void (isLookedAt.current = true),
    onPointerLeave() {
      isLookedAt.current = false
      if (isHeldBack.current) list.current?.scrollTo({ top: 0, behavior: 'smooth' })
      isHeldBack.current = false
    },
  }
}

/** How many rows the first card in sight has moved down; if it is gone, the next card counts. */
function shift(was: readonly number[], is: readonly number[], first: number): number {
  const places = new Map(is.map((card, place) => [card, place]))
  for (let place = first; place < was.length; place++) {
    const now = places.get(was[place]!)
    if (now !== undefined) return now - place
  }
  return 0
}
