/** Paused batches, and the tasks that wait in them. */
import { refuse, type Answer } from './answer.ts'
import type { Fact } from '../run/event.ts'
import { batchCount, type PlanGraph } from '../plan/graph.ts'
import type { TaskId } from '../value/ids.ts'
import { batchOf, tasksWhere, type Run } from '../run/run.ts'

/** For a run that is started batch by batch. */
export const everyBatchPaused = (graph: PlanGraph): readonly Fact[] =>
  Array.from({ length: batchCount(graph) }, (_, batch) => ({ type: 'batch-paused', batch }))

/** Paused batches with at least one waiting task. */
export const batchesOnHold = (run: Run): readonly number[] =>
  [...run.pausedBatches]
    .filter((batch) => waitingIn(run, batch).length > 0)
    .toSorted((a, b) => a - b)

export function unknownBatch({ graph }: Run, batch: number): Answer | null {
  const batches = batchCount(graph)
  const isKnown = Number.isInteger(batch) && batch >= 0 && batch < batches
  return isKnown ? null : refuse({ is: 'unknown-batch', batch, batches })
}

export const waitingIn = (run: Run, batch: number): readonly TaskId[] =>
  tasksWhere(run, ({ is }, { id }) => is === 'waiting' && batchOf(run, id) === batch).map(
    ({ id }) => id,
  )
