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
import { obstacles } from '../schedule/why-waiting.ts'

/** Deliveries that wait to be merged, first to last; ahead: tasks in trains that are under way. */
export function landable(run: Run, ahead: ReadonlySet<TaskId>): readonly TaskId[] {
  const waiting = tasksWhere(run, (state, { id }) => isQueued(state) && !ahead.has(id))
    .map((task) => task.id)
    .filter(run.settings.strictBatches ? batchHasDelivered(run) : () => true)
  return inOrder(run, waiting, ahead)
}

const isQueued = (state: TaskState): boolean => state.is === 'landing' && state.phase !== 'asked'

/**
 * S10: the deliveries of a batch are merged and checked together, once all of them are there. A task that waits for
 * one of them to land, or for an earlier batch, is not waited for: the lane or a change may have brought them there.
 */
function batchHasDelivered(run: Run): (task: TaskId) => boolean {
  const isToCome = deliveriesToCome(run)
  return (task) => {
    const batch = batchOf(run, task)
    return isToCome.every((is, place) => !is || run.graph.batch[place] !== batch)
  }
}

/** S10: the tasks of the same batch that a delivery waits for; none without strict batches. */
export function batchWaitsFor(run: Run, task: TaskId): readonly TaskId[] {
  if (!run.settings.strictBatches) return []
  const isToCome = deliveriesToCome(run)
  const batch = batchOf(run, task)
  return run.plan.tasks
    .filter((_, place) => isToCome[place]! && run.graph.batch[place] === batch)
    .map(({ id }) => id)
}

const known = new WeakMap<Run, { readonly sequence: number; readonly toCome: readonly boolean[] }>()

/** By the place of each task. A view asks about every delivery of a batch, and nothing changes between events. */
function deliveriesToCome(run: Run): readonly boolean[] {
  const before = known.get(run)
  if (before?.sequence === run.sequence) return before.toCome
  const toCome = findDeliveriesToCome(run)
  known.set(run, { sequence: run.sequence, toCome })
  return toCome
}

function findDeliveriesToCome(run: Run): readonly boolean[] {
  const obstacle = obstacles(run, run.lastEventAt)
  return run.states.map((state, place) => {
    if (state.is !== 'waiting') return state.is === 'working'
    const wait = obstacle(place)
    if (wait?.is === 'would-collide' || wait?.is === 'lane-busy')
      return stateOf(run, wait.with).is !== 'landing'
    return wait?.is !== 'batch' && wait?.is !== 'on-tasks'
  })
}

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
