/** Finds the task that a user names; if the run has no such task, says which recent run has one. */
import { tasksWhere, type Run } from '../../core/run/run.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import { MOST_LOOKED_AT } from '../../core/report/waiting-run.ts'
import { conductorLine, namingRun } from '../../core/text/command-line.ts'
import { isTaskId, type RunId, type TaskId } from '../../core/value/ids.ts'
import { Complaint } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'
import { mustKnow, openStoreToRead } from './read-runs.ts'

interface Asked {
  readonly workspace: Workspace
  /** The run in which the task is wanted. */
  readonly run: Run
  /** The command that was typed, such as `retry`; it must take `--run`. */
  readonly command: string
}

export function mustFindTask(text: string, { workspace, run, command }: Asked): TaskId {
  if (!isTaskId(text) || run.graph.indexOf.has(text)) return mustKnow(run, text)
  const other = newestRunWith(workspace, text)
  if (other === null) return mustKnow(run, text)
  throw new Complaint(
    `there is no task "${text}" in run ${run.id}`,
    `it is in run ${other}: ${namingRun(conductorLine(command, text), other)}`,
  )
}

/** null: none of the recent runs has this task. */
function newestRunWith(workspace: Workspace, task: TaskId): RunId | null {
  const store = openStoreToRead(workspace)
  try {
    return (
      store
        .runs()
        .slice(-MOST_LOOKED_AT)
        .findLast((id) => foldRun(store.eventsOf(id))?.graph.indexOf.has(task)) ?? null
    )
  } finally {
    store.close()
  }
}

/** undefined: the user has named no task, so every task in review is meant. */
export const mustKnowOrInReview = (run: Run, text: string | undefined): readonly TaskId[] =>
  text === undefined
    ? tasksWhere(run, ({ is }) => is === 'review').map(({ id }) => id)
    : [mustKnow(run, text)]
