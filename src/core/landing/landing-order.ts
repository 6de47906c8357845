/** L1 and L5: which deliveries may land next, in which order, and how many are checked together. */
import type { CommitId, TaskId } from '../value/ids.ts'
import {
  batchOf,
  collisionsOf,
  indexOf,
  stateOf,
  tasksWhere,
  unlandedBefore,
  type Run,
} from '../run/run.ts'
import type { TaskState } from '../run/task-state.ts'
import { batchHasDelivered } from '../batch/batch-delivery.ts'

/** Deliveries that wait to be merged, first to last; ahead: tasks in trains that are under way. */
export function landable(run: Run, ahead: ReadonlySet<TaskId>): readonly TaskId[] {
  const waiting = tasksWhere(run, (state, { id }) => isQueued(state) && !ahead.has(id))
    .map((task) => task.id)
    .filter(batchHasDelivered(run))
  return inOrder(run, waiting, ahead)
}

const isQueued = (state: TaskState): boolean => state.is === 'landing' && state.phase !== 'asked'

/** By batch, then by the fewest collisions, then in plan order; in a stack never before the tasks below. */
function inOrder(
  run: Run,
  tasks: readonly TaskId[],
  ahead: ReadonlySet<TaskId>,
): readonly TaskId[] {
  const sorted = tasks.toSorted(
    (a, b) =>
      batchOf(run, a) - batchOf(run, b) ||
      collisionsOf(run, a).length - collisionsOf(run, b).length ||
      indexOf(run, a) - indexOf(run, b),
  )
  const placed = new Set(ahead)
  return sorted.filter((task) => {
    const isPlaced = standsOn(run, task, placed)
    if (isPlaced) placed.add(task)
    return isPlaced
  })
}

/** Whether every task that this one depends on has landed or is among these. */
export function standsOn(run: Run, task: TaskId, placed: ReadonlySet<TaskId>): boolean {
  return unlandedBefore(run, task).every((id) => placed.has(id))
}

/** The first task below a delivery in its stack that is not landing, so the delivery cannot land; null: none. */
export function heldBelow(run: Run, task: TaskId): TaskId | null {
  for (const below of unlandedBefore(run, task)) {
    const held = stateOf(run, below).is === 'landing' ? heldBelow(run, below) : below
    if (held !== null) return held
  }
  return null
}

/** L5: after a red check the train is halved; after a green one the next train may be longer again. */
export const shorter = (length: number): number => Math.max(1, Math.floor(length / 2))
export const longer = (length: number, longest: number): number => Math.min(longest, length * 2)

/** Whether the run still wants to land this very commit. */
export function isStillWanted(run: Run, task: TaskId, commit: CommitId): boolean {
  const state = stateOf(run, task)
  return state.is === 'landing' && state.phase !== 'asked' && state.delivery.commit === commit
}
