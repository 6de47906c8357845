/**
 * The folder that holds the work of a task. The folder may have been given to another lane or removed; then
 * only the branch holds the work.
 */
import { existsSync } from 'node:fs'
import type { TaskId } from '../core/value/ids.ts'
import { laneOf } from '../core/plan/lanes.ts'
import { taskOf, type Run } from '../core/run/run.ts'

/** null: the task has no folder. */
export function laneFolder(run: Run, task: TaskId): string | null {
  const worktree = run.worktrees.get(laneOf(taskOf(run, task)))
  if (worktree === undefined) return null
  return worktree.isOpen || existsSync(worktree.path) ? worktree.path : null
}
