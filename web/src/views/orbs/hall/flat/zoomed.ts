/** Moving over a flat picture: a place and a scale, and what they make of a point. */

export interface Zoomed {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export const WHOLE: Zoomed = { scale: 1, x: 0, y: 0 }
const LEAST = 0.5
const MOST = 24

/** What is at this place of the screen stays there. */
export function zoomFlat(
  { scale, x, y }: Zoomed,
  by: number,
  at: { readonly x: number; readonly y: number },
): Zoomed {
  const next = Math.min(MOST, Math.max(LEAST, scale * by))
  const factor = next / scale
  return { scale: next, x: at.x - (at.x - x) * factor, y: at.y - (at.y - y) * factor }
}

export const panFlat = ({ scale, x, y }: Zoomed, dx: number, dy: number): Zoomed => ({
  scale,
  x: x + dx,
  y: y + dy,
})

export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Shows this area in the middle of the free part of the screen, at most so large. */
export function zoomTo(area: Area, free: Area, mostScale: number): Zoomed {
  const fits = (a: number, b: number, c: number, d: number): number => (d - c) / Math.max(1, b - a)
  const scale = Math.min(
    mostScale,
    fits(area.left, area.right, free.left, free.right),
    fits(area.top, area.bottom, free.top, free.bottom),
  )
  return {
    scale,
    x: (free.left + free.right) / 2 - ((area.left + area.right) / 2) * scale,
    y: (free.top + free.bottom) / 2 - ((area.top + area.bottom) / 2) * scale,
  }
}
