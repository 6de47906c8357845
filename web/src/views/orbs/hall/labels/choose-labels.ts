/** Which orbs have labels now, and where: those of the selected stack before all others, none of those that step back. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import { labelPriority, oneLine, twoLines, type LabelLines } from './label-text.ts'
import type { Ball, Box, Line } from './label-grid.ts'
import {
  CHOSEN_PRIORITY,
  placeLabels,
  wantsLabel,
  type LabelSizes,
  type PlacedLabel,
  type Wanting,
} from './place-labels.ts'

/** x, y and radius of each orb on the screen, by index. */
export interface OrbsOnScreen {
  readonly count: number
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  readonly radius: ArrayLike<number>
}

export interface LabelScene {
  readonly orbs: readonly Orb[]
  /** By `prioritiesOf`, for many frames. */
  readonly priorities: Float32Array
  readonly seen: OrbsOnScreen
  readonly screen: { readonly width: number; readonly height: number }
  readonly taken: readonly Box[]
  /** Lines of the hall, as they are seen. */
  readonly lines: readonly Line[]
  readonly now: number
  /** Which are selected or under the cursor. */
  readonly chosen: ReadonlySet<number>
  /** Labels that are shown already stay if they can. */
  readonly shownBefore: ReadonlySet<number>
  attentionOf(orb: Orb): 'lit' | 'plain' | 'dimmed'
  sizeOf(lines: LabelLines): { readonly width: number; readonly height: number }
}

export interface ChosenLabel extends PlacedLabel {
  readonly text: LabelLines
}

const LIT = 300
const SHOWN_BEFORE = 6
const LEAST_LIT_RADIUS = 4.5

export function chooseLabels(scene: LabelScene): readonly ChosenLabel[] {
  const { orbs, screen, taken, lines, now } = scene
  const sizes = (orb: number): LabelSizes => ({
    two: scene.sizeOf(twoLines(orbs[orb]!, now)),
    one: scene.sizeOf(oneLine(orbs[orb]!)),
  })
  return placeLabels(wantingIn(scene), ballsIn(scene), { ...screen, taken, lines }, sizes).map(
    (label) => ({
      ...label,
      text: label.lines === 2 ? twoLines(orbs[label.orb]!, now) : oneLine(orbs[label.orb]!),
    }),
  )
}

function wantingIn(scene: LabelScene): readonly Wanting[] {
  const { orbs, priorities, seen, screen, chosen, shownBefore } = scene
  // Only a selected orb lights others, whatever their size.
  const isLitPossible = chosen.size > 0
  const wanting: Wanting[] = []
  for (let orb = 0; orb < seen.count; orb++) {
    const radius = seen.radius[orb]!
    // Most of many orbs are done with here.
    if (!isLitPossible && !wantsLabel(radius, priorities[orb]! + SHOWN_BEFORE)) continue
    const [x, y] = [seen.x[orb]!, seen.y[orb]!]
    if (radius === 0 || x < 0 || y < 0 || x > screen.width || y > screen.height) continue
    if (chosen.has(orb)) wanting.push({ orb, x, y, radius, reach: 1.95, priority: CHOSEN_PRIORITY })
    else addPlain(orb, { x, y, radius })
  }
  return wanting

  function addPlain(orb: number, at: { x: number; y: number; radius: number }): void {
    const priority = priorities[orb]! + (shownBefore.has(orb) ? SHOWN_BEFORE : 0)
    const isWanted = wantsLabel(at.radius, priority)
    if (!isWanted && !isLitPossible) return
    const attention = scene.attentionOf(orbs[orb]!)
    if (attention === 'dimmed') return
    const reach = reachOf(orbs[orb]!)
    if (attention === 'lit' && at.radius >= LEAST_LIT_RADIUS)
      wanting.push({ orb, ...at, reach, priority: priority + LIT })
    else if (isWanted) wanting.push({ orb, ...at, reach, priority })
  }
}

/** How far from its middle the marks of an orb reach, in radii: a diamond, beads that go round, a ring. */
function reachOf({ state, ci, isGhost }: Orb): number {
  if (state === 'stuck') return 1.9
  if (state === 'working') return 1.6
  const isPlain = ci === '' || state === 'passing' || state === 'merged' || isGhost
  return isPlain ? 1.12 : 1.3
}

/** Text may stand in the corners of a diamond, and where beads come by. */
const MOST_KEPT_OFF = 1.5

/** Text may stand over orbs that are smaller than this: they are too many to leave it room. */
const SMALL = 3.2

function ballsIn({ seen, orbs, chosen }: LabelScene): readonly Ball[] {
  const balls: Ball[] = []
  for (let orb = 0; orb < seen.count; orb++) {
    const radius = seen.radius[orb]!
    if (radius < SMALL) continue
    const reach = chosen.has(orb) ? 1.8 : Math.min(MOST_KEPT_OFF, reachOf(orbs[orb]!))
    balls.push({ orb, x: seen.x[orb]!, y: seen.y[orb]!, radius: radius * reach })
  }
  return balls
}

export const prioritiesOf = (orbs: readonly Orb[]): Float32Array =>
  Float32Array.from(orbs, labelPriority)
