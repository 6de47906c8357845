/** Decides whether the deliveries of a strict batch may land: they land together. */
import { batchOf, stateOf, type Run } from '../run/run.ts'
import { obstacles } from '../schedule/why-waiting.ts'
import type { TaskId } from '../value/ids.ts'

/**
 * S10: the deliveries of a batch are merged and checked together, once all of them are there. A task that waits for
 * one of them to land, or for an earlier batch, is not waited for: the lane or a change may have brought them there.
 */
export function batchHasDelivered(run: Run): (task: TaskId) => boolean {
  if (!run.settings.strictBatches) return () => true
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

const deliveriesOf = new WeakMap<
  Run,
  { readonly sequence: number; readonly toCome: readonly boolean[] }
>()

/** By the place of each task. A view asks about every delivery of a batch, and nothing changes between events. */
function deliveriesToCome(run: Run): readonly boolean[] {
  const before = deliveriesOf.get(run)
  if (before?.sequence === run.sequence) return before.toCome
  const toCome = findDeliveriesToCome(run)
  deliveriesOf.set(run, { sequence: run.sequence, toCome })
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
