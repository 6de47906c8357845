/** The states of the tasks of a batch, and the action that its button offers. */
import { stateAt, taskAt, type Run } from '../../../../src/core/run/run.ts'
import type { TaskStatus } from '../../../../src/core/run/task-state.ts'

/** The number of tasks in each state, the largest first. */
export function batchCounts(
  run: Run,
  tasks: readonly number[],
): readonly (readonly [TaskStatus, number])[] {
  const counts = new Map<TaskStatus, number>()
  for (const task of tasks) {
    const status = stateAt(run, task).is
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

/** What a user can do with a batch; null: none of its tasks waits. */
export type BatchAction = 'pause' | 'start' | 'resume'

export function batchAction(run: Run, tasks: readonly number[], batch: number): BatchAction | null {
  if (run.ended !== null || !tasks.some((task) => stateAt(run, task).is === 'waiting')) return null
  if (!run.pausedBatches.has(batch)) return 'pause'
  const hasBegun = tasks.some((task) => run.attemptsOf.has(taskAt(run, task).id))
  return hasBegun ? 'resume' : 'start'
}
