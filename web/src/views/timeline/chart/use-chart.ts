/** The zoom and scroll position of the chart, and how they change. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { clampZoom, leftAfterZoom, scaleOf, scrolledTo, type Scale, type Window } from './scale.ts'

export interface Chart {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly scale: Scale
  readonly window: Window
  /** 1: the whole chart. */
  readonly zoom: number
  /** anchor: the point that stays, in pixels from the left of the window; null: the focused bar, else the middle. */
  zoomBy(factor: number, anchor?: number | null): void
  fit(): void
  /** Scrolls as little as needed to have the span in sight: seconds, and pixels from the top. */
  bringIntoSight(span: Span): void
}

interface Span {
  readonly start: number
  readonly end: number
  readonly top: number
  readonly height: number
}

/** Room for the names of the rows and for the axis, in pixels. */
export const MARGIN = { left: 84, top: 26 } as const

export function useChart(seconds: number): Chart {
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [window, setWindow] = useState<Window>({ left: 0, top: 0, width: 0, height: 0 })
  /** The zoom and scroll position of the next render: keys may be pressed faster than frames are drawn. */
  const next = useRef<{ zoom: number; left: number | null }>({ zoom: 1, left: null })
  const scale = scaleOf(seconds, window.width, zoom)

  useEffect(
    () => (scroller.current === null ? undefined : observe(scroller.current, setWindow)),
    [],
  )
  useLayoutEffect(() => {
    if (next.current.left === null || scroller.current === null) return
    scroller.current.scrollLeft = next.current.left
    next.current.left = null
  }, [zoom])

  const zoomBy = (factor: number, anchor: number | null = null): void => {
    const before = next.current
    const after = clampZoom(before.zoom * factor, seconds, window.width)
    const left = before.left ?? scroller.current?.scrollLeft ?? 0
    const fixed = anchor ?? focusedAt(scroller.current, window.width) ?? window.width / 2
    next.current = { zoom: after, left: leftAfterZoom(left, fixed, after / before.zoom) }
    setZoom(after)
  }
  useZoomByWheel(scroller, zoomBy)
  return {
    scroller,
    scale,
    window,
    zoom,
    zoomBy,
    fit() {
      next.current = { zoom: 1, left: null }
      setZoom(1)
    },
    bringIntoSight({ start, end, top, height }) {
      const { current } = scroller
      if (current === null) return
      const { pixelsPerSecond } = scale
      const width = (end - start) * pixelsPerSecond
      current.scrollTo(
        scrolledTo(start * pixelsPerSecond, width, current.scrollLeft, window.width),
        scrolledTo(top, height, current.scrollTop, window.height),
      )
    },
  }
}

/** The middle of the focused bar, in pixels from the left of the window; null: no bar has the focus. */
function focusedAt(scroller: HTMLElement | null, width: number): number | null {
  const focused = document.activeElement?.closest('.bar') ?? null
  if (scroller === null || focused === null || !scroller.contains(focused)) return null
  const { left, right } = focused.getBoundingClientRect()
  const at = (left + right) / 2 - scroller.getBoundingClientRect().left - MARGIN.left
  return Math.min(Math.max(at, 0), width)
}

/** Calls `tell` whenever the part in sight changes, at most once in a frame. */
function observe(element: HTMLElement, tell: (window: Window) => void): () => void {
  let frame: number | undefined
  const look = (): void => {
    frame = undefined
    tell({
      left: element.scrollLeft,
      top: element.scrollTop,
      width: Math.max(0, element.clientWidth - MARGIN.left),
      height: Math.max(0, element.clientHeight - MARGIN.top),
    })
  }
  const lookSoon = (): void => void (frame ??= requestAnimationFrame(look))
  const resized = new ResizeObserver(look)
  resized.observe(element)
  element.addEventListener('scroll', lookSoon, { passive: true })
  return () => {
    resized.disconnect()
    element.removeEventListener('scroll', lookSoon)
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
}

const WHEEL = 0.0022

/** Ctrl and wheel, which browsers also report for a pinch. React's passive listeners could not prevent their zoom. */
function useZoomByWheel(
  scroller: RefObject<HTMLDivElement | null>,
  zoomBy: (factor: number, anchor: number) => void,
): void {
  const latest = useRef(zoomBy)
  latest.current = zoomBy
  useEffect(() => {
    const element = scroller.current
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left } = element!.getBoundingClientRect()
      latest.current(Math.exp(-event.deltaY * WHEEL), event.clientX - left - MARGIN.left)
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [scroller])
}
