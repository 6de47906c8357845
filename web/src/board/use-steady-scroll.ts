/** Cards that somebody looks at stay where they are when others come or go above them. */
import { useLayoutEffect, useRef, type RefObject } from 'react'

export function useSteadyScroll(
  list: RefObject<HTMLElement | null>,
  cards: readonly number[],
  height: number,
): { onPointerLeave(): void } {
  const before = useRef(cards)
  /** It was at its top, and would be again if nobody looked. */
  const isHeldBack = useRef(false)
  useLayoutEffect(() => {
    const was = before.current
    before.current = cards
    const { current } = list
    if (current === null || was === cards) return
    const isAtTop = current.scrollTop === 0
    if (isAtTop && !current.matches(':hover')) return
    const rows = shift(was, cards, Math.ceil(current.scrollTop / height))
    if (isAtTop && rows > 0) isHeldBack.current = true
    current.scrollTop += rows * height
  }, [list, cards, height])
  return {
    onPointerLeave() {
      if (isHeldBack.current) list.current?.scrollTo({ top: 0, behavior: 'smooth' })
      isHeldBack.current = false
    },
  }
}

/** So many rows the first card in sight has moved down; if it is gone, the next one counts. */
function shift(was: readonly number[], is: readonly number[], top: number): number {
  const places = new Map(is.map((card, place) => [card, place]))
  for (let place = top; place < was.length; place++) {
    const now = places.get(was[place]!)
    if (now !== undefined) return now - place
  }
  return 0
}
