/** Where every orb of the hall stands, and what else is built: floors, trunks, boughs, the stumps of the default branches. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import { LIFT, orbRadius, STEP_BACK, STEP_UP, type HallSizes } from './hall-sizes.ts'
import type { HallPlan, PlannedSection } from './hall-plan.ts'
import type { Row, Slot } from './rows.ts'
import type { Stack, StackedOrb } from './stacks.ts'

export interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

export interface Place extends Point {
  readonly radius: number
  /** Where its link ends: the middle of the orb below, or a point on the bough of its row. */
  readonly base: Point
  /** The height of the floor below it. */
  readonly floor: number
  readonly stack: string
}

export interface HallLayout {
  readonly places: ReadonlyMap<string, Place>
  readonly sections: readonly SectionLayout[]
}

export interface SectionLayout {
  readonly repository: string
  readonly circle: number
  readonly middle: number
  readonly stump: Point
  /** The middle of the highest edge, over which the name is written. */
  readonly rim: Point
  readonly steps: readonly Step[]
  readonly trunk: readonly Point[]
  readonly boughs: readonly (readonly Point[])[]
}

/** One step of the floor: a piece of a ring. */
export interface Step {
  readonly from: number
  readonly to: number
  readonly inner: number
  readonly outer: number
  readonly y: number
  /** How far it rises above the step before it. */
  readonly rise: number
}

/** A point by its direction and its distance from the podium. */
export const polar = (angle: number, radius: number, y: number): Point => ({
  x: Math.sin(angle) * radius,
  y,
  z: -Math.cos(angle) * radius,
})

/** How far before the row its bough runs. */
const BOUGH = 0.95
/** How far before the first row the default branch stands. */
const STUMP = 2.3
/** How far before the row its step begins. */
const EDGE = 1.3
const OVER_FLOOR = 0.04

export function layoutHall(plan: HallPlan, orbs: readonly Orb[]): HallLayout {
  const places = new Map<string, Place>()
  const byId = new Map(orbs.map((orb) => [orb.id, orb]))
  for (const section of plan.sections)
    for (const row of section.rows)
      for (const slot of row.slots) placeStack({ plan, section, row, slot, byId, places })
  return { places, sections: plan.sections.map((section) => build(section, plan)) }
}

interface Seat {
  readonly plan: HallPlan
  readonly section: PlannedSection
  readonly row: Row
  readonly slot: Slot
  readonly byId: ReadonlyMap<string, Orb>
  readonly places: Map<string, Place>
}

function placeStack({ plan, section, row, slot, byId, places }: Seat): void {
  const stack = plan.stacks.get(slot.stack)!
  const bough = boughPoint(slotRoot(slot, stack, plan.sizes), row, section)
  // Parents are listed after their children, so that a child looks its base up in a second pass.
  for (const stacked of stack.orbs) {
    const orb = byId.get(stacked.id)!
    const at = placeOf(stacked, { plan, section, row, slot, stack })
    const radius = orbRadius(orb.waiting, orb.state === 'merged')
    places.set(stacked.id, { ...at, radius, base: bough, floor: row.floor, stack: stack.id })
  }
  for (const { id, parent } of stack.orbs)
    if (parent !== null) places.set(id, { ...places.get(id)!, base: places.get(parent)! })
}

/** Along the row, from the middle of the section. */
function along(column: number, slot: Slot, stack: Stack, sizes: HallSizes): number {
  const pitch = Math.min(sizes.column, slot.width / stack.columns)
  return slot.x - slot.width / 2 + column * pitch
}

const slotRoot = (slot: Slot, stack: Stack, sizes: HallSizes): number =>
  along(stack.orbs.at(-1)!.column, slot, stack, sizes)

function placeOf(
  { column, depth, shift }: StackedOrb,
  { plan, section, row, slot, stack }: Omit<Seat, 'byId' | 'places'> & { readonly stack: Stack },
): Point {
  const angle = section.middle + along(column, slot, stack, plan.sizes) / row.radius
  const radius = row.radius + (depth - 1) * STEP_BACK + shift * 0.45
  return polar(angle, radius, row.floor + LIFT + (depth - 1) * STEP_UP + shift * 0.26)
}

/** A link joins the bough a little nearer to the trunk than its orb. */
function boughPoint(x: number, { radius, floor }: Row, { middle }: PlannedSection): Point {
  const joined = Math.sign(x) * Math.max(0, Math.abs(x) - 0.8)
  return polar(middle + joined / radius, radius - BOUGH, floor + OVER_FLOOR)
}

function build(section: PlannedSection, plan: HallPlan): SectionLayout {
  const { repository, circle, middle, start, rows } = section
  const steps = stepsOf(section, plan.sizes)
  const last = steps.at(-1)!
  const stump = polar(middle, start.radius - STUMP, start.floor + OVER_FLOOR)
  return {
    repository,
    circle,
    middle,
    stump,
    rim: polar(middle, last.outer, last.y),
    steps,
    trunk: [stump, ...trunkOf(rows, middle)],
    boughs: rows.flatMap((row) => boughsOf(row, section, plan)),
  }
}

/** The trunk climbs the steps, up to the bough of the last row. */
function trunkOf(rows: readonly Row[], middle: number): readonly Point[] {
  return rows.flatMap((row, i) => {
    const end = polar(middle, row.radius - BOUGH, row.floor + OVER_FLOOR)
    if (i === 0) return [end]
    const below = rows[i - 1]!.floor + OVER_FLOOR
    const foot = row.radius - EDGE - 0.03
    return [polar(middle, foot, below), polar(middle, foot, row.floor + OVER_FLOOR), end]
  })
}

function stepsOf(
  { middle, angle, start, rows }: PlannedSection,
  sizes: HallSizes,
): readonly Step[] {
  const from = middle - angle / 2
  const to = middle + angle / 2
  const edge = (row: Row): number => row.radius - EDGE
  const first = { from, to, inner: start.radius - STUMP - 1.4, y: start.floor, rise: 0 }
  if (rows.length === 0) return [{ ...first, outer: start.radius + sizes.tread - EDGE }]
  return rows.map((row, i) => {
    const next = rows[i + 1]
    const outer = next === undefined ? row.radius + (row.height - 1) * STEP_BACK + 1.2 : edge(next)
    if (i === 0) return { ...first, outer }
    return { from, to, inner: edge(row), outer, y: row.floor, rise: row.floor - rows[i - 1]!.floor }
  })
}

/** From the trunk to the outermost link on each side, bending out of the trunk. */
function boughsOf(
  row: Row,
  { middle }: PlannedSection,
  { stacks, sizes }: HallPlan,
): readonly (readonly Point[])[] {
  const roots = row.slots.map((slot) => slotRoot(slot, stacks.get(slot.stack)!, sizes))
  const reach = [Math.min(0, ...roots) + 0.8, Math.max(0, ...roots) - 0.8]
  return reach
    .filter((x, side) => (side === 0 ? x < -0.05 : x > 0.05))
    .map((x) => boughTo(x, row, middle))
}

function boughTo(x: number, { radius, floor }: Row, middle: number): readonly Point[] {
  const bend = Math.min(0.8, Math.abs(x))
  const pieces = Math.max(2, Math.ceil(Math.abs(x) / 1.6))
  const points = [0, 0.25, 0.5, 0.75].map((t) => {
    const turned = middle + (Math.sign(x) * bend * t * t) / radius
    return polar(turned, radius - BOUGH - 0.3 * (1 - t) ** 2, floor + OVER_FLOOR)
  })
  for (let i = 0; i <= pieces; i++) {
    const at = Math.sign(x) * (bend + ((Math.abs(x) - bend) * i) / pieces)
    points.push(polar(middle + at / radius, radius - BOUGH, floor + OVER_FLOOR))
  }
  return points
}
