/** Which cards stand in which column, and in which order. */
import { columnOf, type Column } from '../../../../src/core/ask/board-columns.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { stateAt, taskAt, type Run } from '../../../../src/core/run/run.ts'
import type { TaskState } from '../../../../src/core/run/task-state.ts'

/** A card is the index of its task in the plan. */
export type Columns = Readonly<Record<Column, readonly number[]>>

/** The place of each waiting task in the queue, from 0. */
export type Places = ReadonlyMap<TaskId, number>

export interface Arrangement {
  readonly columns: Columns
  /** The states that the columns were made from. */
  readonly states: readonly TaskState[]
  readonly places: Places
}

export const NO_COLUMNS: Columns = { backlog: [], 'in-progress': [], review: [], done: [] }

export const NOTHING: Arrangement = { columns: NO_COLUMNS, states: [], places: new Map() }

/**
 * Called for every frame in which something happened, so it looks only at cards that have moved since `before`: a
 * column in which nothing changed stays the same list, and the others are nearly in order.
 */
export function arrange(run: Run, places: Places, before: Arrangement): Arrangement {
  // Fewer tasks than before: it is another run.
  if (run.states.length < before.states.length) return arrange(run, places, NOTHING)
  const { arrived, changed } = movesSince(run, before)
  if (places !== before.places) changed.add('backlog')
  if (changed.size === 0) return before
  const order = orderIn(run, places)
  const columns = mapColumns((column) => {
    const was = before.columns[column]
    if (!changed.has(column)) return was
    const stay = was.filter((card) => columnOf(stateAt(run, card)) === column)
    return same(was, [...stay, ...arrived[column]].sort(order[column]))
  })
  return { columns, states: [...run.states], places }
}

interface Moves {
  readonly arrived: Readonly<Record<Column, number[]>>
  /** Columns that a card came to, went from, or may have another place in. */
  readonly changed: Set<Column>
}

function movesSince({ states }: Run, before: Arrangement): Moves {
  const arrived = { backlog: [], 'in-progress': [], review: [], done: [] } as Moves['arrived']
  const changed = new Set<Column>()
  states.forEach((state, card) => {
    const was = before.states[card]
    if (state === was) return
    const column = columnOf(state)
    const from = was && columnOf(was)
    if (from !== column) arrived[column].push(card)
    changed.add(column)
    if (from !== undefined) changed.add(from)
  })
  return { arrived, changed }
}

/** Returns the same list for a column that did not change, so that React does not render it again. */
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

type Order = (a: number, b: number) => number

function orderIn(run: Run, places: Places): Record<Column, Order> {
  const place = (card: number): number => places.get(taskAt(run, card).id) ?? run.plan.tasks.length
  const worker = (state: TaskState): number =>
    'attempt' in state ? (run.attempts.get(state.attempt)?.worker ?? 0) : 0
  const by =
    (order: (a: TaskState, b: TaskState) => number): Order =>
    (a, b) =>
      order(stateAt(run, a), stateAt(run, b)) || a - b
  return {
    backlog: (a, b) => place(a) - place(b) || a - b,
    'in-progress': by((a, b) => worker(a) - worker(b) || momentOf(a) - momentOf(b)),
    review: by((a, b) => momentOf(a) - momentOf(b)),
    // Of tasks that ended at the same moment, the cause comes before the tasks that were skipped because of it.
    done: by((a, b) => momentOf(b) - momentOf(a) || isSkipped(a) - isSkipped(b)),
  }
}

/** When the task came to this state. */
const momentOf = (state: TaskState): number => ('at' in state ? state.at : state.since)

const isSkipped = (state: TaskState): number => (state.is === 'skipped' ? 1 : 0)
