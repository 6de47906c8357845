/** Changes a task that waits in a run that nobody conducts: the change is recorded, and nothing is started. */
import { onlyChangesWaitingTasks, sayAnswer, type Ask } from '../../core/ask/ask.ts'
import { answerOrComplaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { lookAtRun, mustKnow, newestRun } from '../look/read-runs.ts'
import { findWorkspace } from '../place/workspace.ts'
import { changeWaitingTasks } from './change-waiting-tasks.ts'
import { refused } from './reach-coordinator.ts'

/** null: the ask needs a coordinator, or there is no run that goes on. */
export async function changeAlone(
  ask: Ask,
  console: Console,
  wanted?: string,
): Promise<number | null> {
  const workspace = findWorkspace(console.folder)
  const run = onlyChangesWaitingTasks(ask) ? newestRun(workspace) : null
  if (run === null || run.ended !== null || (wanted ?? run.id) !== run.id) return null
  if ('task' in ask && ask.task !== null) mustKnow(run, ask.task)
  const reply = await answerOrComplaint(changeWaitingTasks(ask, run.id, workspace))
  if (!reply.accepted) throw refused(reply.refusal)
  const says = sayAnswer(ask, reply.affected, () => lookAtRun(workspace, run.id))
  console.answer(`${says} Run ${run.id} is stopped: \`conductor resume\` continues it.`, {
    run: run.id,
    ...reply,
  })
  return 0
}
