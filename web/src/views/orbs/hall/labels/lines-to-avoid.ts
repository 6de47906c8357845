/** The lines of the hall that text keeps off where it can: trunks, boughs, links, and bows to what orbs depend on. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import type { HallLayout, Point } from '../layout/hall-layout.ts'
import { dependencyBows } from '../look/dependency-bows.ts'
import { linkPoints } from '../look/link-curve.ts'

/** The links of more orbs are too short and too many to keep off. */
const MOST_LINKS = 800
const PIECES = 4

/** A trunk hides text more than a thin line does. */
const TRUNK = 4

export interface HallLine {
  readonly points: readonly Point[]
  readonly weight: number
}

export function linesToAvoid(
  orbs: readonly Orb[],
  { sections, places }: HallLayout,
): readonly HallLine[] {
  const links = orbs.length > MOST_LINKS ? [] : orbs.map((orb) => linkOf(orb, places))
  const bows = dependencyBows(orbs, places, () => 'plain')
  const thin = [
    ...sections.flatMap(({ boughs }) => boughs),
    ...links,
    ...bows.flatMap(({ dashes }) => dashes),
  ]
  return [
    ...sections.map(({ trunk }) => ({ points: trunk, weight: TRUNK })),
    ...thin.map((points) => ({ points, weight: 1 })),
  ]
}

const linkOf = ({ id, parent }: Orb, places: HallLayout['places']): readonly Point[] =>
  linkPoints(places.get(id)!, parent === null ? undefined : places.get(parent), PIECES)
