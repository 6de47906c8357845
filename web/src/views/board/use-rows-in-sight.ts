/** The rows of a scrolling list that are in sight. All rows have the same height, so that this is simple. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

export interface Rows {
  readonly count: number
  readonly height: number
  /** The card that counts as in sight wherever it is; -1: no card does. */
  readonly pinned: number
}

/** Rows above and below those in sight, which are rendered before they come. */
const SPARE = 3

export function useRowsInSight(
  list: RefObject<HTMLElement | null>,
  { count, height, pinned }: Rows,
): { readonly shown: readonly number[]; readonly top: number } {
  const top = useRef(0)
  const [[first, last], setRange] = useState<readonly [number, number]>([0, -1])
  useLayoutEffect(() => {
    const element = list.current!
    const look = (): void => {
      top.current = element.scrollTop
      const next = [
        Math.floor(element.scrollTop / height) - SPARE,
        Math.ceil((element.scrollTop + element.clientHeight) / height) - 1 + SPARE,
      ] as const
      setRange((now) => (now[0] === next[0] && now[1] === next[1] ? now : next))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [height])
  const from = Math.max(0, first)
  const inSight = Array.from(
    { length: Math.max(0, Math.min(count - 1, last) - from + 1) },
    (_, i) => from + i,
  )
  const isApart = pinned >= 0 && pinned < count && !inSight.includes(pinned)
  const shown = isApart ? [...inSight, pinned].sort((a, b) => a - b) : inSight
  return { shown, top: top.current }
}
