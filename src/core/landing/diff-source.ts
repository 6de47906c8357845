/** What the diff of a task shows: its delivery, or the worktree while it is working. */
import type { CommitId, TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import { attemptsAt, deliveryOf, stateOf, taskOf, type Attempt, type Run } from '../run/run.ts'

/** Two commits to compare, or a folder and the commit it is measured against. */
export type DiffSource =
  | { readonly base: CommitId; readonly commit: CommitId }
  | { readonly base: CommitId; readonly path: string }

/** null: the task has changed nothing so far. attempt: shows that attempt instead of the newest. */
export function diffSource(run: Run, id: TaskId, attempt?: Attempt): DiffSource | null {
  const open = run.worktrees.get(laneOf(taskOf(run, id)))
  const isOpen = (attempt ?? attemptsAt(run, id).at(-1))?.ended === null && open?.task === id
  if (stateOf(run, id).is === 'working' && isOpen) return { base: open.base, path: open.path }
  const delivery = attempt === undefined ? deliveryOf(run, id) : attempt.delivery
  return delivery === null ? null : { base: delivery.base, commit: delivery.commit }
}
