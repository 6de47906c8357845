/** The status of each batch of a run, in words that other programs know. */
import { batches } from './graph.ts'
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

/** batch_id: 1 is the first. */
export interface BatchStatus {
  readonly batch_id: number
  readonly status: BatchWord
  /** The batch itself was paused, whatever else the run waits for. */
  readonly paused: boolean
  readonly task_ids: readonly TaskId[]
  readonly can_parallel: boolean
  readonly depends_on: readonly number[]
  readonly tasks: Readonly<Record<TaskStatus, number>>
}

/** The status of each batch, the first one first. */
export const batchWords = (run: Run): readonly BatchWord[] =>
  batches(run.plan, run.graph).map((tasks, i) => wordFor(run, i, tasks))

export const batchStatuses = (run: Run): readonly BatchStatus[] =>
  batches(run.plan, run.graph).map((tasks, i) => ({
    batch_id: i + 1,
    status: wordFor(run, i, tasks),
    paused: run.pausedBatches.has(i),
    task_ids: tasks,
    can_parallel: tasks.length > 1,
    depends_on: i === 0 ? [] : [i],
    tasks: countsOf(tasks.map((id) => stateOf(run, id))),
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
