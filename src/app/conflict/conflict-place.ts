/** Where the conflict of a task is read and resolved, for commands. */
import type { Run } from '../../core/run/run.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { repositoryOfRun } from '../place/repository-of-run.ts'
import type { Workspace } from '../place/workspace.ts'
import type { ConflictPlace } from './task-conflict.ts'

export async function conflictPlace(
  { home }: Workspace,
  run: Run,
  task: TaskId,
): Promise<ConflictPlace> {
  return { repository: await repositoryOfRun(run, home), home, run, task }
}
