/** Where the conflict of a task is read and resolved, for commands. */
import type { Run } from '../../core/run/run.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { asBefore } from '../../git/keep/settings-before.ts'
import { mustFindRepository } from '../place/must-find-repository.ts'
import type { Workspace } from '../place/workspace.ts'
import type { ConflictPlace } from './task-conflict.ts'

export async function conflictPlace(
  { home }: Workspace,
  run: Run,
  task: TaskId,
): Promise<ConflictPlace> {
  const { directory } = run.settings
  const opened = await mustFindRepository(directory, `${directory} cannot be read`)
  return { repository: asBefore(opened, home, run.id), home, run, task }
}
