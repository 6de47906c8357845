/** The lines from orbs to what they depend on elsewhere, as a person or a plan has declared it: dashed bows over the hall. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import type { Place, Point } from '../layout/hall-layout.ts'
import type { Attention } from './attention.ts'

type Dash = readonly [Point, Point]

export interface Bow {
  readonly dashes: readonly Dash[]
  readonly alpha: number
}

/** How long a dash and the gap after it are, in units of the hall; a long line has longer ones. */
const PERIOD = 0.55
const MOST_DASHES = 40
const ALPHA = 0.8
const DIMMED = 0.18

/** A bow steps back when both its orbs do: where one of them was found, the other is worth knowing. */
export function dependencyBows(
  orbs: readonly Orb[],
  places: ReadonlyMap<string, Place>,
  attentionOf: (orb: Orb) => Attention,
): readonly Bow[] {
  const waiting = orbs.filter(({ after }) => after.length > 0)
  if (waiting.length === 0) return []
  const byId = new Map(orbs.map((orb) => [orb.id, orb]))
  return waiting.flatMap((orb) =>
    orb.after.flatMap((id): readonly Bow[] => {
      const other = byId.get(id)
      const [from, to] = [places.get(orb.id), places.get(id)]
      if (other === undefined || from === undefined || to === undefined) return []
      const isDimmed = [orb, other].every((one) => attentionOf(one) === 'dimmed')
      return [{ dashes: dashesBetween(from, to), alpha: isDimmed ? DIMMED : ALPHA }]
    }),
  )
}

function dashesBetween(from: Place, to: Place): readonly Dash[] {
  const length = distance(from, to)
  const [start, end] = [(from.radius * 1.3) / length, 1 - (to.radius * 1.3) / length]
  if (end <= start) return []
  const top = 0.5 + 0.16 * length
  const at = (part: number): Point => bow(from, to, top, start + (end - start) * part)
  const count = Math.min(MOST_DASHES, Math.max(2, Math.round(length / PERIOD)))
  return Array.from({ length: count }, (_, i) => [at(i / count), at((i + 0.55) / count)])
}

/** Straight between both, and highest in the middle. */
const bow = (from: Point, to: Point, top: number, t: number): Point => ({
  x: from.x + (to.x - from.x) * t,
  y: from.y + (to.y - from.y) * t + top * 4 * t * (1 - t),
  z: from.z + (to.z - from.z) * t,
})

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
