/** What is wrong with the batches of a plan, in words that other programs know. */
import type { BatchDocument } from '../batch/batch-list.ts'
import type { TaskId } from '../value/ids.ts'
import type { PredictedConflict } from './predicted-conflicts.ts'

export interface PlanIssue {
  /** conflict_in_batch: two tasks of a batch collide, which our own batches never have. */
  readonly issue: 'empty_batch' | 'unassigned_tasks' | 'high_conflict_rate' | 'conflict_in_batch'
  readonly message: string
  readonly task_ids: readonly TaskId[]
}

interface Batches {
  readonly tasks: readonly TaskId[]
  readonly batches: readonly Pick<BatchDocument, 'batch_id' | 'task_ids'>[]
  readonly conflicts: readonly PredictedConflict[]
}

/** More pairs that cannot work at once than this, per task, leave little to do at the same time. */
const HIGH_RATE = 0.5

/** worktrees null: tasks work in place. */
export function planIssues(
  { tasks, batches, conflicts }: Batches,
  worktrees: Readonly<Record<string, string>> | null,
): readonly PlanIssue[] {
  const apart = conflicts.filter(({ verdict }) => verdict === 'apart')
  return [
    ...emptyBatches(batches),
    ...unassigned(tasks, batches, worktrees),
    ...highRate(tasks, apart),
    ...inOneBatch(batches, apart),
  ]
}

const emptyBatches = (batches: Batches['batches']): readonly PlanIssue[] =>
  batches
    .filter(({ task_ids }) => task_ids.length === 0)
    .map(({ batch_id }) => ({
      issue: 'empty_batch',
      message: `batch ${batch_id} has no tasks`,
      task_ids: [],
    }))

function unassigned(
  tasks: readonly TaskId[],
  batches: Batches['batches'],
  worktrees: Readonly<Record<string, string>> | null,
): readonly PlanIssue[] {
  const placed = new Set(batches.flatMap(({ task_ids }) => task_ids))
  const lost = tasks.filter(
    (id) => !placed.has(id) || (worktrees !== null && !Object.hasOwn(worktrees, id)),
  )
  if (lost.length === 0) return []
  const message = `${lost.length} of ${tasks.length} tasks are in no batch or have no worktree`
  return [{ issue: 'unassigned_tasks', message, task_ids: lost }]
}

function highRate(
  tasks: readonly TaskId[],
  apart: readonly PredictedConflict[],
): readonly PlanIssue[] {
  const rate = apart.length / Math.max(1, tasks.length)
  if (rate <= HIGH_RATE) return []
  const message = `${apart.length} pairs of tasks cannot work at once, because both would change the same files: divide the work so that tasks change different files, or list fewer files`
  return [
    {
      issue: 'high_conflict_rate',
      message,
      task_ids: [...new Set(apart.flatMap((c) => c.task_ids))],
    },
  ]
}

function inOneBatch(
  batches: Batches['batches'],
  apart: readonly PredictedConflict[],
): readonly PlanIssue[] {
  const batchOf = new Map(
    batches.flatMap(({ batch_id, task_ids }) => task_ids.map((id) => [id, batch_id] as const)),
  )
  return apart
    .filter(({ task_ids: [a, b] }) => batchOf.has(a) && batchOf.get(a) === batchOf.get(b))
    .map(({ task_ids }) => ({
      issue: 'conflict_in_batch',
      message: `${task_ids.join(' and ')} collide and are in one batch`,
      task_ids,
    }))
}
