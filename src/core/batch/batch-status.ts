/** The status of each batch of a run, in words that other programs know. */
import { batchList, type BatchDocument } from './batch-list.ts'
import { batches } from '../plan/graph.ts'
import type { TaskId } from '../value/ids.ts'
import { stateOf, type Run } from '../run/run.ts'
import { isOver, type TaskState, type TaskStatus } from '../run/task-state.ts'

export type BatchWord =
  | 'pending'
  | 'running'
  | 'paused'
  | 'merging'
  | 'completed'
  | 'failed'
  | 'cancelled'

export interface BatchStatus extends BatchDocument {
  readonly status: BatchWord
  /** The batch itself was paused, whatever else the run waits for. */
  readonly paused: boolean
  readonly tasks: Readonly<Record<TaskStatus, number>>
}

/** The status of each batch, the first one first. */
export const batchWords = (run: Run): readonly BatchWord[] =>
  batches(run.plan, run.graph).map((tasks, i) => wordFor(run, i, tasks))

export const batchStatuses = (run: Run): readonly BatchStatus[] =>
  batchList(run.plan, run.graph).map(({ batch_id, ...batch }, i) => ({
    batch_id,
    status: wordFor(run, i, batch.task_ids),
    paused: run.pausedBatches.has(i),
    ...batch,
    tasks: countsOf(batch.task_ids.map((id) => stateOf(run, id))),
  }))

function wordFor(run: Run, batch: number, tasks: readonly TaskId[]): BatchWord {
  const states = tasks.map((id) => stateOf(run, id))
  if (states.every(isOver)) return wordAtEnd(states)
  const isWaiting = states.some(({ is }) => is === 'waiting')
  if (isWaiting && (run.paused || run.pausedBatches.has(batch))) return 'paused'
  if (states.some(({ is }) => is === 'working' || is === 'stuck')) return 'running'
  if (!isWaiting) return 'merging'
  return tasks.some((id) => run.attemptsOf.has(id)) ? 'running' : 'pending'
}

/** A skipped task counts as cancelled when a dependency caused the skip, not when a person asked for it. */
function wordAtEnd(states: readonly TaskState[]): BatchWord {
  if (states.some(({ is }) => is === 'failed')) return 'failed'
  const isGivenUp = states.some(
    (state) =>
      state.is === 'cancelled' || (state.is === 'skipped' && state.because.is === 'dependency'),
  )
  return isGivenUp ? 'cancelled' : 'completed'
}

function countsOf(states: readonly TaskState[]): Record<TaskStatus, number> {
  const counts = {
    waiting: 0,
    working: 0,
    stuck: 0,
    landing: 0,
    review: 0,
    landed: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
  }
  for (const { is } of states) counts[is]++
  return counts
}
