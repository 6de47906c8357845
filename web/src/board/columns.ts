/** Which cards stand in which column, and in which order. */
import { columnOf, COLUMNS, type Column } from '../../../src/core/board.ts'
import type { TaskId } from '../../../src/core/ids.ts'
import type { Run } from '../../../src/core/run.ts'
import type { TaskState } from '../../../src/core/task-state.ts'

/** Cards are known by the place of their task in the plan. */
export type Columns = Readonly<Record<Column, readonly number[]>>

export const NO_COLUMNS: Columns = { backlog: [], 'in-progress': [], review: [], done: [] }

/** Where each waiting task stands in line, from 0. */
export type Places = ReadonlyMap<TaskId, number>

/**
 * Called for every frame in which something happened. Starting from the columns before makes it one
 * pass: they are nearly in order, and one that is as it was stays the same list.
 */
export function columnsOf(run: Run, places: Places, before: Columns = NO_COLUMNS): Columns {
  const members = membersOf(run, before)
  const order = orderIn(run, places)
  return mapColumns((column) => same(before[column], members[column].sort(order[column])))
}

/** Keeps a list that did not change, so that nobody looks at it again. */
export const filterColumns = (
  columns: Columns,
  isShown: (card: number) => boolean,
  before: Columns,
): Columns => mapColumns((column) => same(before[column], columns[column].filter(isShown)))

const mapColumns = (list: (column: Column) => readonly number[]): Columns => ({
  backlog: list('backlog'),
  'in-progress': list('in-progress'),
  review: list('review'),
  done: list('done'),
})

const same = (before: readonly number[], now: readonly number[]): readonly number[] =>
  before.length === now.length && now.every((card, i) => card === before[i]) ? before : now

/** Those that stay, in the order they had; then those that have come. */
function membersOf({ states }: Run, before: Columns): Readonly<Record<Column, number[]>> {
  const members = { backlog: [], 'in-progress': [], review: [], done: [] } as Record<
    Column,
    number[]
  >
  const isKnown = new Uint8Array(states.length)
  for (const column of COLUMNS)
    for (const card of before[column]) {
      const state = states[card]
      // Of another run, with fewer tasks.
      if (state === undefined || columnOf(state) !== column) continue
      members[column].push(card)
      isKnown[card] = 1
    }
  states.forEach((state, card) => {
    if (isKnown[card] === 0) members[columnOf(state)].push(card)
  })
  return members
}

type Order = (a: number, b: number) => number

function orderIn({ plan, states, attempts }: Run, places: Places): Record<Column, Order> {
  const place = (card: number): number => places.get(plan.tasks[card]!.id) ?? plan.tasks.length
  const worker = (state: TaskState): number =>
    'attempt' in state ? (attempts.get(state.attempt)?.worker ?? 0) : 0
  const by =
    (order: (a: TaskState, b: TaskState) => number): Order =>
    (a, b) =>
      order(states[a]!, states[b]!) || a - b
  return {
    backlog: (a, b) => place(a) - place(b) || a - b,
    'in-progress': by((a, b) => worker(a) - worker(b) || momentOf(a) - momentOf(b)),
    review: by((a, b) => momentOf(a) - momentOf(b)),
    // What ended at the same moment: the cause before those it took along.
    done: by((a, b) => momentOf(b) - momentOf(a) || isSkipped(a) - isSkipped(b)),
  }
}

/** When it came to stand so. */
const momentOf = (state: TaskState): number => ('at' in state ? state.at : state.since)

const isSkipped = (state: TaskState): number => (state.is === 'skipped' ? 1 : 0)
