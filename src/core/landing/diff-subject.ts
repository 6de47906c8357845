/** What the diff of a task is about: what it has delivered, or the folder that is being worked in. */
import type { CommitId, TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import { attemptsAt, deliveryOf, stateOf, taskOf, type Attempt, type Run } from '../run/run.ts'

/** Commits to compare, or a folder with what it is measured against. */
export type DiffSubject =
  | { readonly base: CommitId; readonly commit: CommitId }
  | { readonly base: CommitId; readonly path: string }

/** null: it has changed nothing so far. With an attempt: of that one instead of the newest. */
export function diffSubject(run: Run, id: TaskId, attempt?: Attempt): DiffSubject | null {
  const open = run.worktrees.get(laneOf(taskOf(run, id)))
  const isOpen = (attempt ?? attemptsAt(run, id).at(-1))?.ended === null && open?.task === id
  if (stateOf(run, id).is === 'working' && isOpen) return { base: open.base, path: open.path }
  const delivery = attempt === undefined ? deliveryOf(run, id) : attempt.delivery
  return delivery === null ? null : { base: delivery.base, commit: delivery.commit }
}
