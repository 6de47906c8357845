/** The conflict of a task, for a browser: it is read and resolved as the commands do. */
import type { ConflictDocument } from '../../../core/conflict/conflict-document.ts'
import type { Run } from '../../../core/run/run.ts'
import type { TaskId } from '../../../core/value/ids.ts'
import { asBefore } from '../../../git/keep/settings-before.ts'
import type { Repository } from '../../../git/call/repository.ts'
import type { DecidedConflict, ServedResolution } from '../../../server/served/served-worktrees.ts'
import { conflictOf, makeResolution, type ConflictPlace } from '../../conflict/task-conflict.ts'
import type { Workspace } from '../../place/workspace.ts'

export const conflictServed = (
  repository: Repository,
  workspace: Workspace,
  run: Run,
  task: TaskId,
): Promise<ConflictDocument> => conflictOf(placeOf(repository, workspace, { run, task }))

export async function resolutionServed(
  repository: Repository,
  workspace: Workspace,
  { token, decisions, ...about }: DecidedConflict & { readonly run: Run; readonly task: TaskId },
): Promise<ServedResolution> {
  const made = await makeResolution(placeOf(repository, workspace, about), token, decisions)
  if (made.ok || made.is === 'bad') return made
  const message = `the conflict of "${about.task}" has changed since you looked; nothing was changed`
  return { ok: false, is: 'stale', message }
}

const placeOf = (
  repository: Repository,
  { home }: Workspace,
  { run, task }: { readonly run: Run; readonly task: TaskId },
): ConflictPlace => ({ repository: asBefore(repository, home, run.id), home, run, task })
