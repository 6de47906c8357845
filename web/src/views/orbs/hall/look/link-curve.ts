/** The line from an orb down to what it stands on. The shader of links computes the same curve. */
import type { Place, Point } from '../layout/hall-layout.ts'
import { STEP_UP } from '../layout/hall-sizes.ts'

type Curve = readonly [Point, Point, Point, Point]

/** Leaves the orb downwards; arrives from above, or, on a bough, along it. */
function linkCurve(place: Place, isRoot: boolean): Curve {
  const { x, y, z, base } = place
  const below = { x, y: y - STEP_UP / 2, z }
  if (!isRoot) return [place, below, { x: base.x, y: base.y + STEP_UP / 2, z: base.z }, base]
  const scale = Math.hypot(base.x, base.z) / Math.max(1e-6, Math.hypot(x, z))
  return [place, below, { x: x * scale, y: base.y, z: z * scale }, base]
}

function curvePoint([a, b, c, d]: Curve, t: number): Point {
  const s = 1 - t
  const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
  return {
    x: a.x * p + b.x * q + c.x * r + d.x * u,
    y: a.y * p + b.y * q + c.y * r + d.y * u,
    z: a.z * p + b.z * q + c.z * r + d.z * u,
  }
}

/** Points along the part of the link that is seen; `base` is what the orb stands on, if that is an orb. */
export function linkPoints(
  place: Place,
  base: Place | undefined,
  pieces: number,
): readonly Point[] {
  const curve = linkCurve(place, base === undefined)
  const { from, to } = linkTrim(place, base === undefined, base?.radius ?? 0)
  return Array.from({ length: pieces + 1 }, (_, i) =>
    curvePoint(curve, from + ((to - from) * i) / pieces),
  )
}

/** The part of the curve that is outside of both balls. */
export function linkTrim(
  place: Place,
  isRoot: boolean,
  baseRadius: number,
): { readonly from: number; readonly to: number } {
  const curve = linkCurve(place, isRoot)
  const from = crossing((t) => distance(curvePoint(curve, t), place) - place.radius * 1.02)
  if (isRoot) return { from, to: 1 }
  return {
    from,
    to: 1 - crossing((t) => distance(curvePoint(curve, 1 - t), place.base) - baseRadius * 1.1),
  }
}

/** The first t at which the function is no longer negative, to 1/64. */
function crossing(signed: (t: number) => number): number {
  for (let step = 0; step <= 32; step++) if (signed(step / 64) >= 0) return step / 64
  return 0.5
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
