/** The SVG paths of the lines between tasks of the plan. */
import { nearestBy } from '../../../parts/nearest-by.ts'
import type { Box } from './box.ts'

/** Boxes below one another, from top to bottom. */
export type Column = readonly Box[]

/** The columns from left to right; each has its boxes one after another, as the layout has them. */
export function columnsOf(boxes: readonly Box[]): readonly Column[] {
  const columns = new Map<number, Box[]>()
  for (const box of boxes) {
    const column = columns.get(box.x)
    if (column === undefined) columns.set(box.x, [box])
    else column.push(box)
  }
  return [...columns.values()].toSorted(([a], [b]) => a!.x - b!.x)
}

/** From the right side of one box to the left side of the other. */
export const linkPath = (from: Box, to: Box, columns: readonly Column[]): string =>
  pathBetween(rightOf(from, 0.5), leftOf(to, 0.5), columns)

interface Point {
  readonly x: number
  readonly y: number
}

const leftOf = ({ x, y, height }: Box, part: number): Point => ({ x, y: y + height * part })
const rightOf = ({ x, y, width, height }: Box, part: number): Point => ({
  x: x + width,
  y: y + height * part,
})

/** A column on the way is crossed between two of its boxes, so that no box hides the line. */
function pathBetween(from: Point, to: Point, columns: readonly Column[]): string {
  let at = from
  let path = `M${at.x} ${at.y}`
  for (const column of columns) {
    const [{ x, width }] = column as readonly [Box]
    if (x < from.x || x + width > to.x) continue
    const straight = at.y + ((to.y - at.y) * (x + width / 2 - at.x)) / (to.x - at.x)
    const y = freeNear(straight, column)
    path += `${curve(at, { x, y })}H${x + width}`
    at = { x: x + width, y }
  }
  return path + curve(at, to)
}

const curve = (from: Point, to: Point): string => {
  const middle = (from.x + to.x) / 2
  return `C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`
}

/** The room between a line and a box. */
const CLEAR = 6

/** The height nearest to this one at which a line meets no box of the column. */
function freeNear(y: number, column: Column): number {
  const free = column.map((box, i) => {
    const above = column[i - 1]
    const bottom = box.y - CLEAR
    const top = above === undefined ? -Infinity : above.y + above.height + CLEAR
    return top > bottom ? (top + bottom) / 2 : Math.min(Math.max(y, top), bottom)
  })
  const last = column.at(-1)!
  const all = [...free, Math.max(y, last.y + last.height + CLEAR)]
  return all[nearestBy(all, y, (one) => one)]!
}

export interface Arc {
  readonly path: string
  /** The place of its label. */
  readonly x: number
  readonly y: number
}

const BULGE = 34
/** The height of a label, which fits between two rows. */
const LINE = 11

/**
 * Within a column the arc goes around its right side; between columns it lies below the lines of dependencies, and its
 * label below the later task, because between two columns is no room for it.
 */
export function collisionArc(a: Box, b: Box, columns: readonly Column[]): Arc {
  const [from, to] = a.x <= b.x ? [a, b] : [b, a]
  if (from.x === to.x) {
    const x = from.x + from.width
    const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2]
    return {
      path: `M${x} ${y1}C${x + BULGE} ${y1} ${x + BULGE} ${y2} ${x} ${y2}`,
      x: x + BULGE * 0.75,
      y: (y1 + y2) / 2,
    }
  }
  return {
    path: pathBetween(rightOf(from, 0.8), leftOf(to, 0.8), columns),
    x: to.x + to.width / 2,
    y: to.y + to.height + LINE,
  }
}

/** Roughly the box that a line takes: enough to tell whether it can be in sight. */
export const roomBetween = (a: Box, b: Box): Box => {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x + BULGE,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
