/** Where labels go: nearer to their own orb than to any other, never over another label or another orb, over a line only if there is no other spot; the more important ones first. */
import { awayFrom, LabelGrid, type Ball, type Box, type Line } from './label-grid.ts'

/** An orb on the screen that wants a label. */
export interface Wanting {
  readonly orb: number
  readonly x: number
  readonly y: number
  readonly radius: number
  /** How far its marks reach, in radii. */
  readonly reach: number
  readonly priority: number
}

export interface LabelSizes {
  readonly two: { readonly width: number; readonly height: number }
  readonly one: { readonly width: number; readonly height: number }
}

export interface PlacedLabel extends Box {
  readonly orb: number
  readonly lines: 1 | 2
}

/** The least radius for two lines, for one, and for one of an important orb. */
const TWO_LINES = 11
const ONE_LINE = 8.5
const IMPORTANT = { radius: 6, priority: 45 }
/** Smaller orbs have few labels, of the most important. */
const FEW = { labels: 18, priority: 90 }

export interface LabelRoom {
  readonly width: number
  readonly height: number
  /** Where names and panels are. */
  readonly taken: readonly Box[]
  /** Trunks, boughs and links. */
  readonly lines: readonly Line[]
}

export function placeLabels(
  wanting: readonly Wanting[],
  balls: readonly Ball[],
  room: LabelRoom,
  sizesOf: (orb: number) => LabelSizes,
): readonly PlacedLabel[] {
  const grid = new LabelGrid(room.width, room.height)
  for (const ball of balls) grid.takeBall(ball)
  for (const box of room.taken) grid.take(box)
  for (const line of room.lines) grid.draw(line)
  const placed: PlacedLabel[] = []
  let few = 0
  for (const orb of wanting.toSorted((a, b) => b.priority - a.priority)) {
    if (orb.radius < IMPORTANT.radius && ++few > FEW.labels) continue
    const label = bestSpot(orb, grid, sizesOf(orb.orb))
    if (label === null) continue
    grid.take(label)
    placed.push(label)
  }
  return placed
}

/** Whether an orb of this size may have a label at all. */
export function wantsLabel(radius: number, priority: number): boolean {
  if (radius >= ONE_LINE) return true
  if (radius >= IMPORTANT.radius) return priority >= IMPORTANT.priority
  return priority >= FEW.priority
}

/** Two lines of text, unless only one line can stand where it is read well; none rather than one that is read as that of another orb. */
function bestSpot(orb: Wanting, grid: LabelGrid, sizes: LabelSizes): PlacedLabel | null {
  const isChosen = orb.priority >= CHOSEN_PRIORITY
  const two = orb.radius >= TWO_LINES || isChosen ? leastSpot(orb, grid, sizes.two) : null
  if (two !== null && (two.cost < READABLE || isChosen))
    return { ...two.box, orb: orb.orb, lines: 2 }
  const one = leastSpot(orb, grid, sizes.one)
  const isTwo = two !== null && (one === null || one.cost >= Math.min(READABLE, two.cost))
  const best = isTwo ? two : one
  if (best === null || (best.isStray && orb.priority < IMPORTANT.priority)) return null
  return { ...best.box, orb: orb.orb, lines: isTwo ? 2 : 1 }
}

/** Text that costs less than this can still be read. */
const READABLE = 8

interface Spot {
  readonly box: Box
  /** How many cells lines hide, and what it costs to be near another orb. */
  readonly cost: number
  readonly isStray: boolean
}

/** The first free one that costs nothing, else the one that costs least. */
function leastSpot(orb: Wanting, grid: LabelGrid, size: LabelSizes['one']): Spot | null {
  let best: Spot | null = null
  for (const box of spotsAround(orb, size)) {
    if (!grid.isFree(box)) continue
    const hidden = grid.hiddenAt(box)
    if (best !== null && hidden >= best.cost) continue
    const stray = strayCost(orb, box, grid)
    const cost = hidden + stray
    if (best === null || cost < best.cost) best = { box, cost, isStray: stray === STRAYS }
    if (cost === 0) break
  }
  return best
}

/** A text that stands nearer to another orb is read as the text of that one; one between two could be of either. */
const STRAYS = 20
const NEAR = { pixels: 8, cost: 9 }

/** Among smaller orbs something else is always near. */
const LEAST_APART = 6

function strayCost(orb: Wanting, box: Box, grid: LabelGrid): number {
  if (orb.radius < LEAST_APART) return 0
  const own = Math.max(0, awayFrom(box, orb) - orb.radius * orb.reach)
  const other = grid.nearestBall(box, orb.orb, own + NEAR.pixels)
  if (other < own) return STRAYS
  return other < own + NEAR.pixels ? NEAR.cost : 0
}

/** The selected orb and the one under the cursor come first, with all their text. */
export const CHOSEN_PRIORITY = 1000

/** To the right first, because text is read from there; then left, the corners, below, above, and between those. */
function spotsAround(
  { x, y, radius, reach }: Wanting,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Box[] {
  const gap = radius * reach + 4
  const slant = radius * reach * 0.7 + 2
  const at = (left: number, top: number): Box => ({
    x: Math.round(left),
    y: Math.round(top),
    width,
    height,
  })
  return [
    at(x + gap, y - height / 2),
    at(x - gap - width, y - height / 2),
    at(x + slant, y + slant * 0.7),
    at(x + slant, y - slant * 0.7 - height),
    at(x - slant - width, y - slant * 0.7 - height),
    at(x - slant - width, y + slant * 0.7),
    at(x - width / 2, y + gap),
    at(x - width / 2, y - gap - height),
    at(x + gap, y - 2),
    at(x + gap, y + 2 - height),
    at(x - gap - width, y - 2),
    at(x - gap - width, y + 2 - height),
  ]
}
