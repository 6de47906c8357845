/** Orbs keep their places: only stacks that are new, or do not fit in their slot any more, are seated anew. */
import type { Stack } from './stacks.ts'
import { rowAfter, rowLength, trunkGap, type Row, type Slot, type Start } from './rows.ts'
import type { HallSizes } from './hall-sizes.ts'

interface SectionBefore {
  readonly angle: number
  readonly start: Start
  readonly rows: readonly Row[]
  readonly sizes: HallSizes
  /** The stack in which each orb stood. */
  readonly stackOf: ReadonlyMap<string, string>
}

export function keepRows(before: SectionBefore, stacks: readonly Stack[]): readonly Row[] {
  const { angle, start, rows, sizes } = before
  const byId = new Map(stacks.map((stack) => [stack.id, stack]))
  const heirs = heirsOf(before, stacks)
  const kept: Row[] = rows.map((row) => ({
    ...row,
    slots: row.slots.flatMap((slot) => keptSlot(slot, row)),
  }))
  const seated = new Set(kept.flatMap(({ slots }) => slots.map(({ stack }) => stack)))
  for (const stack of stacks) if (!seated.has(stack.id)) seat(stack)
  while (kept.at(-1)?.slots.length === 0) kept.pop()
  return kept

  function keptSlot(slot: Slot, row: Row): readonly Slot[] {
    const stack = byId.get(heirs.get(slot.stack) ?? slot.stack)
    if (stack === undefined || stack.depth > row.height) return []
    const width = stack.columns * sizes.column
    if (width <= slot.width + 1e-9) return [{ ...slot, stack: stack.id }]
    return widened(slot, width, row)
  }

  /** A stack grows to the right, where its next leaf comes; so what is there stays. */
  function widened(slot: Slot, width: number, row: Row): readonly Slot[] {
    const left = slot.x - slot.width / 2
    const end = left + width
    const half = rowLength(angle, row.radius) / 2
    const isFree = row.slots.every((other) => other === slot || isApart(other, left, end))
    return isFree && end <= half ? [{ ...slot, x: left + width / 2, width }] : []
  }

  function seat(stack: Stack): void {
    for (const [i, row] of kept.entries()) {
      if (row.height < stack.depth) continue
      const slot = freeSlot(row, stack)
      if (slot === null) continue
      kept[i] = { ...row, slots: [...row.slots, slot] }
      return
    }
    const behind = kept.length === 0 ? start : rowAfter(kept.at(-1)!, sizes)
    const row = { ...behind, height: stack.depth, slots: [] }
    kept.push({ ...row, slots: [freeSlot(row, stack)!] })
  }

  /** The free place nearest to the middle. */
  function freeSlot(row: Row, stack: Stack): Slot | null {
    const length = rowLength(angle, row.radius)
    const width = Math.min(stack.columns * sizes.column, length)
    const gap = trunkGap(length, sizes)
    const ends = row.slots.flatMap(({ x, width: w }) => [
      x + w / 2 + width / 2,
      x - w / 2 - width / 2,
    ])
    const places = [
      gap + width / 2,
      -gap - width / 2,
      ...ends,
      ...(width > length / 2 - gap ? [0] : []),
    ]
    const free = places.filter(
      (x) => Math.abs(x) + width / 2 <= length / 2 + 1e-9 && isOutside(x, width, gap, length),
    )
    const fitting = free.filter((x) =>
      row.slots.every((slot) => isApart(slot, x - width / 2, x + width / 2)),
    )
    const x =
      fitting.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ??
      (row.slots.length === 0 ? 0 : null)
    return x === null ? null : { stack: stack.id, x, width }
  }
}

const isApart = ({ x, width }: Slot, from: number, to: number): boolean =>
  x + width / 2 <= from + 1e-9 || x - width / 2 >= to - 1e-9

/** The trunk stays free, except for a stack that is wider than half of the row. */
const isOutside = (x: number, width: number, gap: number, length: number): boolean =>
  Math.abs(x) - width / 2 >= gap - 1e-9 || width > length / 2 - gap

/** When the lowest orb of a stack has landed, what stood on it is a stack of its own, and takes its slot. */
function heirsOf(
  { rows, stackOf }: SectionBefore,
  stacks: readonly Stack[],
): ReadonlyMap<string, string> {
  const now = new Set(stacks.map(({ id }) => id))
  const before = new Set(rows.flatMap(({ slots }) => slots.map(({ stack }) => stack)))
  const heirs = new Map<string, string>()
  for (const { id } of stacks) {
    const from = before.has(id) ? undefined : stackOf.get(id)
    if (from !== undefined && !now.has(from) && !heirs.has(from)) heirs.set(from, id)
  }
  return heirs
}
