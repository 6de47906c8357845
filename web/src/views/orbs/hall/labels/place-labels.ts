/** Where labels go: beside their orbs, never over another label or another orb, over a line only if there is no other spot; the more important ones first. */

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

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

/** x, y and radius of every orb on the screen. */
export type Balls = Iterable<{ readonly x: number; readonly y: number; readonly radius: number }>

const CELL = 6
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

export interface Line {
  readonly points: readonly { readonly x: number; readonly y: number }[]
  /** How much it hides text that stands on it. */
  readonly weight: number
}

export function placeLabels(
  wanting: readonly Wanting[],
  balls: Balls,
  room: LabelRoom,
  sizesOf: (orb: number) => LabelSizes,
): readonly PlacedLabel[] {
  const grid = new Grid(room.width, room.height)
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

/** Two lines of text, unless they can only stand on a trunk where one line could stand free. */
function bestSpot(orb: Wanting, grid: Grid, sizes: LabelSizes): PlacedLabel | null {
  const isChosen = orb.priority >= CHOSEN_PRIORITY
  const two = orb.radius >= TWO_LINES || isChosen ? freestSpot(orb, grid, sizes.two) : null
  if (two !== null && (two.hidden < READABLE || isChosen))
    return { ...two.box, orb: orb.orb, lines: 2 }
  const one = freestSpot(orb, grid, sizes.one)
  if (two !== null && (one === null || one.hidden > 0))
    return { ...two.box, orb: orb.orb, lines: 2 }
  return one && { ...one.box, orb: orb.orb, lines: 1 }
}

/** Text that lines hide less than this can still be read. */
const READABLE = 8

interface Spot {
  readonly box: Box
  readonly hidden: number
}

/** The first free one without a line below it, else the one that lines hide least. */
function freestSpot(orb: Wanting, grid: Grid, size: LabelSizes['one']): Spot | null {
  let best: Spot | null = null
  for (const box of spotsAround(orb, size)) {
    if (!grid.isFree(box)) continue
    const hidden = grid.hiddenAt(box)
    if (best === null || hidden < best.hidden) best = { box, hidden }
    if (hidden === 0) break
  }
  return best
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

/** Which parts of the screen are taken, in small squares. */
class Grid {
  readonly #columns: number
  readonly #rows: number
  readonly #taken: Uint8Array
  readonly #lined: Uint8Array

  constructor(width: number, height: number) {
    this.#columns = Math.max(1, Math.floor(width / CELL))
    this.#rows = Math.max(1, Math.floor(height / CELL))
    this.#taken = new Uint8Array(this.#columns * this.#rows)
    this.#lined = new Uint8Array(this.#columns * this.#rows)
  }

  draw({ points, weight }: Line): void {
    for (let i = 1; i < points.length; i++) this.#drawPiece(points[i - 1]!, points[i]!, weight)
  }

  #drawPiece(from: Line['points'][number], to: Line['points'][number], weight: number): void {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / CELL) + 1
    if (steps > this.#columns + this.#rows) return
    for (let step = 0; step <= steps; step++) {
      const column = Math.floor((from.x + ((to.x - from.x) * step) / steps) / CELL)
      const row = Math.floor((from.y + ((to.y - from.y) * step) / steps) / CELL)
      if (column >= 0 && row >= 0 && column < this.#columns && row < this.#rows)
        this.#lined[row * this.#columns + column] = weight
    }
  }

  /** How much of the box lines run through. */
  hiddenAt(box: Box): number {
    const { left, right, top, bottom } = this.#cells(box)
    let count = 0
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        count += this.#lined[row * this.#columns + column]!
    return count
  }

  takeBall({
    x,
    y,
    radius,
  }: {
    readonly x: number
    readonly y: number
    readonly radius: number
  }): void {
    const [left, right] = [Math.round((x - radius) / CELL), Math.round((x + radius) / CELL)]
    const [top, bottom] = [Math.round((y - radius) / CELL), Math.round((y + radius) / CELL)]
    for (let row = Math.max(0, top); row < Math.min(this.#rows, bottom); row++)
      for (let column = Math.max(0, left); column < Math.min(this.#columns, right); column++)
        if (Math.hypot((column + 0.5) * CELL - x, (row + 0.5) * CELL - y) < radius)
          this.#taken[row * this.#columns + column] = 1
  }

  take(box: Box): void {
    const { left, right, top, bottom } = this.#cells(box)
    for (let row = Math.max(0, top); row <= Math.min(this.#rows - 1, bottom); row++)
      this.#taken.fill(
        1,
        row * this.#columns + Math.max(0, left),
        row * this.#columns + Math.min(this.#columns, right + 1),
      )
  }

  isFree(box: Box): boolean {
    const { left, right, top, bottom } = this.#cells(box)
    if (left < 0 || top < 0 || right >= this.#columns || bottom >= this.#rows) return false
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        if (this.#taken[row * this.#columns + column] === 1) return false
    return true
  }

  #cells({ x, y, width, height }: Box): {
    left: number
    right: number
    top: number
    bottom: number
  } {
    return {
      left: Math.floor(x / CELL),
      right: Math.floor((x + width - 1) / CELL),
      top: Math.floor(y / CELL),
      bottom: Math.floor((y + height - 1) / CELL),
    }
  }
}
