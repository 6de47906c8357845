/** The plan of the hall: which section sits where, and which rows it has. It is kept, so that orbs keep their places. */
import type { Orb } from '../../../../../../src/core/workspace/orbs.ts'
import { sizesFor, type HallSizes, type ScreenShape } from './hall-sizes.ts'
import { keepRows } from './keep-slots.ts'
import { packRows, rowAfter, type Row, type Start } from './rows.ts'
import { stacksOf, type Stack } from './stacks.ts'

export interface HallPlan {
  readonly sizes: HallSizes
  readonly shape: ScreenShape
  readonly sections: readonly PlannedSection[]
  readonly stacks: ReadonlyMap<string, Stack>
  /** How many orbs it was made for. */
  readonly madeFor: number
}

export interface PlannedSection {
  readonly repository: string
  /** The direction of its middle, in radians to the right of straight ahead. */
  readonly middle: number
  readonly angle: number
  /** 0: in front; 1: the circle behind it, and so on. */
  readonly circle: number
  readonly start: Start
  readonly rows: readonly Row[]
}

/** More sections than this side by side would be too narrow for a column, so that the others sit in a circle behind. */
const SECTIONS_IN_CIRCLE = 8
/** Rows that are left free between two circles, so that the front one can grow. */
const SPARE_ROWS = 1

export function planHall(
  orbs: readonly Orb[],
  repositories: readonly string[],
  shape: ScreenShape = 'wide',
): HallPlan {
  const stacks = stacksOf(orbs)
  const leaves = stacks.reduce((sum, stack) => sum + stack.leaves, 0)
  const sizes = withRoomForAll(sizesFor(orbs.length, leaves, shape), repositories.length)
  const byRepository = Map.groupBy(stacks, ({ repository }) => repository)
  const of = (repository: string): readonly Stack[] => byRepository.get(repository) ?? []
  const sections: PlannedSection[] = []
  let start: Start = { radius: sizes.firstRow, floor: 0 }
  for (const [circle, names] of circlesOf(repositories, of).entries()) {
    const planned = planCircle(names, of, sizes, start)
    sections.push(...planned.map((section) => ({ ...section, circle })))
    start = behind(planned, sizes)
  }
  return { sizes, shape, sections, stacks: byId(stacks), madeFor: orbs.length }
}

const byId = (stacks: readonly Stack[]): ReadonlyMap<string, Stack> =>
  new Map(stacks.map((stack) => [stack.id, stack]))

function withRoomForAll(sizes: HallSizes, sections: number): HallSizes {
  const inCircle = Math.min(sections, SECTIONS_IN_CIRCLE)
  return {
    ...sizes,
    firstRow: Math.max(sizes.firstRow, (inCircle * (sizes.column + 1)) / sizes.fan),
  }
}

/** Small repositories sit in front, so that they do not push all others far away. */
function circlesOf(
  repositories: readonly string[],
  of: (repository: string) => readonly Stack[],
): readonly (readonly string[])[] {
  const circles = Math.max(1, Math.ceil(repositories.length / SECTIONS_IN_CIRCLE))
  if (circles === 1) return [repositories]
  const bySize = repositories.toSorted((a, b) => columnsOf(of(a)) - columnsOf(of(b)))
  const size = Math.ceil(bySize.length / circles)
  return Array.from({ length: circles }, (_, i) => {
    const chosen = new Set(bySize.slice(i * size, (i + 1) * size))
    return repositories.filter((repository) => chosen.has(repository))
  })
}

const columnsOf = (stacks: readonly Stack[]): number =>
  Math.max(
    1,
    stacks.reduce((sum, { columns }) => sum + columns, 0),
  )

type Planned = Omit<PlannedSection, 'circle'>

/** The angles are found by turns: a section whose rim is further away than that of the others gets a wider angle. */
function planCircle(
  names: readonly string[],
  of: (repository: string) => readonly Stack[],
  sizes: HallSizes,
  start: Start,
): readonly Planned[] {
  const aisle = Math.min(0.07, 1 / start.radius)
  const room = sizes.fan - aisle * (names.length - 1)
  const columns = names.map((name) => columnsOf(of(name)))
  let angles = shares(
    columns.map((count) => count ** 0.8),
    room,
  )
  for (let turn = 0; turn < 40; turn++) {
    const reach = names.map(
      (name, i) =>
        rim(packRows(of(name), angles[i]!, sizes, start), sizes, start) / columns[i]! ** 0.16,
    )
    const mean = reach.reduce((sum, one) => sum + one, 0) / reach.length
    angles = shares(
      angles.map((angle, i) => angle * (reach[i]! / mean) ** 0.35),
      room,
    )
    angles = shares(
      angles.map((angle) => Math.max(angle, (sizes.column + 1) / start.radius)),
      room,
    )
  }
  let left = -sizes.fan / 2
  return names.map((repository, i) => {
    const angle = angles[i]!
    const middle = left + angle / 2
    left += angle + aisle
    return { repository, middle, angle, start, rows: packRows(of(repository), angle, sizes, start) }
  })
}

function shares(weights: readonly number[], whole: number): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => (weight / sum) * whole)
}

const rim = (rows: readonly Row[], sizes: HallSizes, start: Start): number =>
  rows.length === 0 ? start.radius : rowAfter(rows.at(-1)!, sizes).radius

function behind(sections: readonly Planned[], sizes: HallSizes): Start {
  const ends = sections.map(({ rows, start }) =>
    rows.length === 0 ? rowAfter({ ...start, height: 1 }, sizes) : rowAfter(rows.at(-1)!, sizes),
  )
  const end = {
    radius: Math.max(...ends.map(({ radius }) => radius)),
    floor: Math.max(...ends.map(({ floor }) => floor)),
  }
  return { radius: end.radius + 1.5 + SPARE_ROWS * sizes.tread, floor: end.floor + 1 }
}

/** The same hall with the orbs of now. It is made anew only when its sections change, or its size has changed by far. */
export function keepPlan(
  before: HallPlan,
  orbs: readonly Orb[],
  repositories: readonly string[],
): HallPlan {
  if (!isLikeBefore(before, orbs.length, repositories))
    return planHall(orbs, repositories, before.shape)
  const stacks = stacksOf(orbs, columnsIn(before))
  const byRepository = Map.groupBy(stacks, ({ repository }) => repository)
  const stackOf = stackOfEach(before)
  const sections = before.sections.map((section) => ({
    ...section,
    rows: keepRows(
      { ...section, sizes: before.sizes, stackOf },
      byRepository.get(section.repository) ?? [],
    ),
  }))
  const kept = { ...before, sections, stacks: byId(stacks) }
  return circlesCollide(kept) ? planHall(orbs, repositories, before.shape) : kept
}

function isLikeBefore(
  { madeFor, sections }: HallPlan,
  count: number,
  repositories: readonly string[],
): boolean {
  const isSameSize =
    count <= madeFor * 1.6 + 6 && count >= madeFor * 0.4 - 6 && (madeFor > 1 || count <= 1)
  const names = new Set(repositories)
  return (
    isSameSize &&
    names.size === sections.length &&
    sections.every(({ repository }) => names.has(repository))
  )
}

const columnsIn = ({ stacks }: HallPlan): ReadonlyMap<string, number> =>
  new Map(
    [...stacks.values()].flatMap(({ orbs }) => orbs.map(({ id, column }) => [id, column] as const)),
  )

const stackOfEach = ({ stacks }: HallPlan): ReadonlyMap<string, string> =>
  new Map(
    [...stacks.values()].flatMap((stack) => stack.orbs.map(({ id }) => [id, stack.id] as const)),
  )

function circlesCollide({ sections, sizes }: HallPlan): boolean {
  const starts = sections.map(({ start }) => start.radius)
  return sections.some(({ rows, start }) => {
    const next = Math.min(...starts.filter((radius) => radius > start.radius))
    return rim(rows, sizes, start) > next - 0.5
  })
}
