/** Adds tasks to the run of a repository: through its coordinator or, when the run is stopped, by recording them for its resume. */
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { AddReply } from '../../server/control/control-server.ts'
import { changeAlone } from '../ask/change-waiting-tasks.ts'
import { addByCoordinator, AlreadyConducted, reachWhoever } from '../ask/reach-coordinator.ts'
import { taskAdder } from '../conduct/add-tasks.ts'
import { newestRun } from '../look/read-runs.ts'
import { configOfRun } from '../place/config-of-run.ts'
import type { Workspace } from '../place/workspace.ts'

export interface AddedToRun {
  readonly run: RunId
  /** Whether a coordinator has them now; otherwise they wait until the run is resumed. */
  readonly isConducted: boolean
  readonly reply: AddReply
}

/** Tasks in the form of the task file; by: the task that adds them. null: no run here can take a task. */
export async function addToRun(
  tasks: unknown,
  by: string | null,
  workspace: Workspace,
): Promise<AddedToRun | null> {
  // A coordinator may start or end at any moment: then the other way is tried once more.
  for (const _ of ['first', 'second']) {
    const answered = await reachWhoever(workspace.home, (coordinator) =>
      addByCoordinator(coordinator, tasks, by),
    )
    if (answered !== null)
      return { run: answered.coordinator.run, isConducted: true, reply: answered.reply }
    const run = unfinishedRun(workspace)
    if (run === null) return null
    const reply = await addAlone(tasks, by, run, workspace)
    if (reply !== null) return { run: run.id, isConducted: false, reply }
  }
  throw new AlreadyConducted(null)
}

/** The newest run, if it is not over. */
export function unfinishedRun(workspace: Workspace): Run | null {
  const run = newestRun(workspace)
  return run === null || run.ended !== null ? null : run
}

/** null: a coordinator has started by now, and is to be asked instead. */
async function addAlone(
  tasks: unknown,
  by: string | null,
  run: Run,
  workspace: Workspace,
): Promise<AddReply | null> {
  const { config } = await configOfRun(run, workspace)
  let isTaken = false
  const add = taskAdder({ run, config }, (ask) => {
    const reply = changeAlone(ask, run.id, workspace)
    isTaken = reply === null
    return reply ?? { accepted: false, refusal: { is: 'run-is-over' } }
  })
  const reply = await add(tasks, by)
  return isTaken ? null : reply
}
