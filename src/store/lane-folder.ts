/** Where one finds the work of a task: its folder may have gone to another lane, or be taken away, and its branch be all there is. */
import { existsSync } from 'node:fs'
import type { TaskId } from '../core/value/ids.ts'
import { laneOf } from '../core/plan/lanes.ts'
import { taskOf, type Run } from '../core/run/run.ts'

/** null: it has none. */
export function laneFolder(run: Run, task: TaskId): string | null {
  const worktree = run.worktrees.get(laneOf(taskOf(run, task)))
  if (worktree === undefined) return null
  return worktree.isOpen || existsSync(worktree.path) ? worktree.path : null
}
