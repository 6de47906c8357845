/** The rows of a section: where each stack sits along them, and how high and how far back each row is. */
import type { Stack } from './stacks.ts'
import { STEP_BACK, STEP_UP, type HallSizes } from './hall-sizes.ts'

export interface Row {
  readonly radius: number
  readonly floor: number
  /** How many orbs high the stacks of this row may be. */
  readonly height: number
  readonly slots: readonly Slot[]
}

/** Kept for a stack as long as it fits. */
export interface Slot {
  readonly stack: string
  /** The middle, along the row, from the middle of the section. */
  readonly x: number
  readonly width: number
}

/** Where a section begins: behind the podium, or behind the circle before it. */
export interface Start {
  readonly radius: number
  readonly floor: number
}

const EDGE = 0.8
/** The space that an orb takes on the screen above its middle, in units of the hall. */
const CLEAR = 1.15

export const rowLength = (angle: number, radius: number): number =>
  Math.max(1, angle * radius - EDGE)

export function rowAfter(
  { radius, floor, height }: Pick<Row, 'radius' | 'floor' | 'height'>,
  sizes: HallSizes,
): Start {
  const tread = sizes.tread + (height - 1) * STEP_BACK
  const cos = Math.cos(sizes.pitch)
  // The highest orb stands as far behind its row as the tread is longer for it, so that only the plain tread counts.
  const hidden = (height - 1) * STEP_UP * cos + CLEAR - sizes.tread * Math.sin(sizes.pitch)
  return { radius: radius + tread, floor: floor + (sizes.rake * Math.max(0, hidden)) / cos }
}

/** Low stacks in front, high ones behind; each row is filled from the middle to both sides. */
export function packRows(
  stacks: readonly Stack[],
  angle: number,
  sizes: HallSizes,
  start: Start,
): readonly Row[] {
  const waiting = stacks.toSorted((a, b) => a.depth - b.depth)
  const rows: Row[] = []
  let at = start
  for (let first = 0; first < waiting.length;) {
    const row = emptyRow(at, angle, sizes)
    fillRow(row, waiting, first, sizes)
    rows.push({ ...at, height: row.height, slots: centred(row) })
    at = rowAfter(rows.at(-1)!, sizes)
    // What was seated ahead of its turn is moved before those that wait.
    first += row.slots.length
  }
  return rows
}

/** How many stacks are looked at for the last places of a row. */
const LOOK_AHEAD = 60

/** The seated ones change places with those before them that do not fit, so that what waits comes after them. */
function fillRow(row: FillingRow, waiting: Stack[], first: number, sizes: HallSizes): void {
  const highest = waiting[first]!.depth + (sizes.rake === 1 ? 2 : 1)
  let next = first
  for (let i = first; i < Math.min(waiting.length, first + LOOK_AHEAD); i++) {
    const stack = waiting[i]!
    if (stack.depth > highest) break
    if (!take(row, stack, sizes)) continue
    waiting.copyWithin(next + 1, next, i)
    waiting[next++] = stack
  }
}

interface FillingRow {
  height: number
  readonly length: number
  /** Free in the middle, on each side of it. */
  readonly gap: number
  /** How far it is filled, on each side of the middle. */
  left: number
  right: number
  readonly slots: Slot[]
}

function emptyRow({ radius }: Start, angle: number, sizes: HallSizes): FillingRow {
  const length = rowLength(angle, radius)
  const gap = trunkGap(length, sizes)
  return { height: 1, length, gap, left: gap, right: gap, slots: [] }
}

export const trunkGap = (length: number, { column, trunk }: HallSizes): number =>
  length > 3.1 * column ? trunk : 0

/** false: there is no room for it. */
function take(row: FillingRow, stack: Stack, sizes: HallSizes): boolean {
  const width = Math.min(stack.columns * sizes.column, row.length)
  const x = row.slots.length === 0 && width > row.length / 2 - row.gap ? 0 : besides(row, width)
  if (x === null) return false
  row.height = Math.max(row.height, stack.depth)
  row.slots.push({ stack: stack.id, x, width })
  if (x + width / 2 > 0) row.right = Math.max(row.right, x + width / 2)
  if (x - width / 2 < 0) row.left = Math.max(row.left, width / 2 - x)
  return true
}

/** Without a gap both sides share the whole row, which is centred later. */
function besides(row: FillingRow, width: number): number | null {
  const room = row.gap === 0 ? row.length - Math.max(row.left, row.right) : row.length / 2
  const fitsLeft = row.left + width <= room + 1e-9
  const fitsRight = row.right + width <= room + 1e-9
  if (fitsRight && (row.right < row.left || !fitsLeft)) return row.right + width / 2
  return fitsLeft ? -(row.left + width / 2) : null
}

function centred({ gap, left, right, slots }: FillingRow): readonly Slot[] {
  const shift = gap === 0 ? (left - right) / 2 : 0
  return slots.map((slot) => ({ ...slot, x: slot.x + shift }))
}
