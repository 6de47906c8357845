/** The scale of the chart: how seconds become pixels, and what stays in place when the user zooms. */

export interface Scale {
  readonly pixelsPerSecond: number
  /** The width of the whole chart in pixels. */
  readonly width: number
}

/** The part of the chart in sight, in pixels of the whole chart. */
export interface Window {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Browsers cannot lay out much wider elements. */
const WIDEST = 8_000_000
const MOST_PIXELS_PER_SECOND = 2000

/** Room after the last bar, so that its end is seen. */
const AIR = 1.03

/** zoom 1: the whole chart fits into the width. */
export function scaleOf(seconds: number, width: number, zoom: number): Scale {
  const shown = Math.max(seconds, 0.1) * AIR
  const fitting = Math.max(width, 1) / shown
  const pixelsPerSecond = Math.min(fitting * zoom, WIDEST / shown)
  return { pixelsPerSecond, width: pixelsPerSecond * shown }
}

/** The nearest zoom that makes sense: at least the whole chart, at most a fraction of a millisecond a pixel. */
export function clampZoom(zoom: number, seconds: number, width: number): number {
  const { pixelsPerSecond } = scaleOf(seconds, width, 1)
  const most = Math.min(MOST_PIXELS_PER_SECOND / pixelsPerSecond, WIDEST / Math.max(width, 1))
  return Math.min(Math.max(zoom, 1), Math.max(most, 1))
}

/** The scroll position at which the point `anchor` pixels from the left of the window stays there. */
export const leftAfterZoom = (left: number, anchor: number, factor: number): number =>
  Math.max(0, (left + anchor) * factor - anchor)

/** The nearest scroll position that has a stretch in the window; of a longer stretch, its beginning. */
export function scrolledTo(at: number, size: number, from: number, room: number): number {
  if (at < from || size > room) return Math.max(0, at)
  return at + size > from + room ? at + size - room : from
}
