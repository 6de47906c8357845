/** What labels have to heed now: the orbs on the screen, the names of repositories, panels, stumps and lines. */
import { project, type Screen, type View } from '../camera/view.ts'
import type { HallContent } from '../hall-props.ts'
import type { HallLine } from '../labels/lines-to-avoid.ts'
import type { Box, Line } from '../labels/label-grid.ts'
import type { HallLayout } from '../layout/hall-layout.ts'
import { attentionFor } from '../look/attention.ts'
import type { NamePlace } from './section-names.ts'
import type { SeenOrbs } from './seen-orbs.ts'
import type { LabelsOf } from './stage-labels.ts'

export interface SeenHall {
  readonly content: HallContent
  readonly layout: HallLayout
  readonly view: View
  readonly screen: Screen
  readonly seen: SeenOrbs
  readonly priorities: Float32Array
  readonly lines: readonly HallLine[]
  readonly names: readonly NamePlace[]
  /** Which are selected or under the cursor. */
  readonly chosen: ReadonlySet<number>
  /** The radius of a usual orb, in pixels. */
  readonly radius: number
}

/** A panel is at least so wide. */
const PANEL = 100
/** Among smaller orbs, text cannot keep off lines. */
const LEAST_RADIUS = 8

export function labelScene(hall: SeenHall): LabelsOf {
  const { content, layout, view, screen, seen, priorities, names, chosen } = hall
  return {
    orbs: content.orbs,
    priorities,
    seen,
    screen,
    taken: [
      ...names.filter(({ isSeen }) => isSeen),
      ...stumpsIn(layout, view),
      ...coveredBy(screen),
    ],
    lines: hall.radius < LEAST_RADIUS ? [] : hall.lines.map((line) => seenLine(line, view)),
    now: content.now,
    chosen,
    attentionOf: attentionFor(content, layout),
  }
}

const seenLine = ({ points, weight }: HallLine, view: View): Line => ({
  points: points.map((point) => project(view, point)),
  weight,
})

const stumpsIn = ({ sections }: HallLayout, view: View): readonly Box[] =>
  sections.map(({ stump }) => {
    const { x, y, depth } = project(view, stump)
    const radius = (0.65 * view.focal) / Math.max(1, depth)
    return { x: x - radius, y: y - radius / 2, width: radius * 2, height: radius }
  })

/** A label could not be read where a panel covers the hall. */
function coveredBy({ width, height, insets: { left, right } }: Screen): readonly Box[] {
  const sides = [
    { x: 0, y: 0, width: left, height },
    { x: width - right, y: 0, width: right, height },
  ]
  return sides.filter((side) => side.width >= PANEL)
}
