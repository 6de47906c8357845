/** The SVG paths of the lines between tasks of the plan. */
import type { Box } from './box.ts'

/** From the right side of one box to the left side of the other. */
export function linkPath(from: Box, to: Box): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2]
  const [x2, y2] = [to.x, to.y + to.height / 2]
  const reach = Math.max(24, (x2 - x1) / 2)
  return `M${x1} ${y1}C${x1 + reach} ${y1} ${x2 - reach} ${y2} ${x2} ${y2}`
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
export function collisionArc(a: Box, b: Box): Arc {
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
  const [x1, y1] = [from.x + from.width, from.y + from.height * 0.8]
  const [x2, y2] = [to.x, to.y + to.height * 0.8]
  const middle = (x1 + x2) / 2
  return {
    path: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
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
