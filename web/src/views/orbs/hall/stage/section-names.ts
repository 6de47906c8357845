/** Where the names of repositories stand: above the rim of their section, over everything in it; or below its default branch. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import type { Seen } from '../camera/view.ts'
import type { OrbsOnScreen } from '../labels/choose-labels.ts'
import type { Box } from '../labels/label-grid.ts'
import type { HallLayout, Point } from '../layout/hall-layout.ts'

export interface NamePlace extends Box {
  readonly repository: string
  readonly isSeen: boolean
  /** Only the name itself, in small letters, because there are many. */
  readonly isSmall: boolean
}

const LARGE = { width: 150, height: 34 }
const SMALL = { width: 84, height: 15 }
/** In a small hall the space before the default branch is free. */
const FEW = 12

export interface NameScene {
  readonly layout: HallLayout
  /** The section of each orb. */
  readonly sectionOf: Uint16Array
  readonly seen: OrbsOnScreen
  readonly screen: { readonly width: number; readonly height: number }
  see(point: Point): Seen
  /** Pixels of a unit, so far from the eye. */
  unitAt(depth: number): number
}

export function sectionOfEach(orbs: readonly Orb[], { sections }: HallLayout): Uint16Array {
  const index = new Map(sections.map(({ repository }, i) => [repository, i]))
  return Uint16Array.from(orbs, ({ repository }) => index.get(repository)!)
}

/** With more than one circle, what is above a rim belongs to the circle behind it, so that names stand in front. */
export function placeNames(scene: NameScene): readonly NamePlace[] {
  const { sections } = scene.layout
  const isSmall = sections.some(({ circle }) => circle > 0)
  const isInFront = isSmall || (scene.sectionOf.length <= FEW && sections.length === 1)
  const tops = isInFront ? null : topsOf(scene)
  const placed: NamePlace[] = []
  for (const [i, { repository, rim, stump }] of sections.entries()) {
    const size = isSmall ? SMALL : LARGE
    const at = tops === null ? belowStump(scene, stump) : aboveRim(scene.see(rim), tops[i]!)
    placed.push(
      apart(inside({ repository, isSmall, ...at, ...size }, scene), placed, isInFront ? 1 : -1),
    )
  }
  return placed
}

function belowStump({ see, unitAt }: NameScene, stump: Point): { x: number; y: number } {
  const { x, y, depth } = see(stump)
  return { x, y: y + 0.5 * unitAt(depth) }
}

const aboveRim = ({ x, y }: Seen, top: number): { x: number; y: number } => ({
  x,
  y: Math.min(y, top) - LARGE.height - 12,
})

/** `x` is the middle of the name; the result has its left edge. */
function inside(name: Omit<NamePlace, 'isSeen'>, { screen }: NameScene): NamePlace {
  const { width } = name
  const left = Math.round(name.x - width / 2)
  const x = Math.min(screen.width - width, Math.max(0, left))
  const isSeen =
    Math.abs(x - left) < width / 2 && name.y > -4 && name.y < screen.height - name.height
  return { ...name, x, y: Math.round(name.y), isSeen }
}

/** How high the orbs near the name reach, by section. */
function topsOf({ layout, sectionOf, seen, see }: NameScene): readonly number[] {
  const rims = layout.sections.map(({ rim }) => see(rim).x)
  const tops = rims.map(() => Infinity)
  for (let orb = 0; orb < sectionOf.length; orb++) {
    const section = sectionOf[orb]!
    if (seen.radius[orb] === 0 || Math.abs(seen.x[orb]! - rims[section]!) > LARGE.width * 0.6)
      continue
    tops[section] = Math.min(tops[section]!, seen.y[orb]! - seen.radius[orb]! * 1.3)
  }
  return tops
}

/** A name that would stand on another one moves away from the hall. */
function apart(name: NamePlace, others: readonly NamePlace[], way: 1 | -1): NamePlace {
  const other = others.find(
    (one) =>
      one.isSeen &&
      name.isSeen &&
      Math.abs(one.x - name.x) < name.width * 0.8 &&
      Math.abs(one.y - name.y) < name.height,
  )
  return other === undefined ? name : { ...name, y: other.y + way * (name.height + 1) }
}
