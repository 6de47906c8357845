/** Asks from a browser go to the coordinator. When there is none, a change of tasks that wait is recorded, and other asks start a coordinator that resumes the run. */
import type { Reply } from '../../../conduct/conduct-run.ts'
import { helpOf } from '../../../core/ask/ask-help.ts'
import { answerAsk, onlyChangesWaitingTasks, type Ask } from '../../../core/ask/ask.ts'
import { foldRun } from '../../../core/run/apply-event.ts'
import type { AddReply } from '../../../server/control/control-server.ts'
import type { EventLog } from '../../../server/served/served-log.ts'
import type { NotConducted } from '../../../server/served/served-repository.ts'
import { answerComplaints } from './answer-complaints.ts'
import { changeWaitingTasks } from '../../ask/change-waiting-tasks.ts'
import { addToRun } from '../../new-task/add-to-run.ts'
import { reachCoordinator, reachWhoever } from '../../ask/reach-coordinator.ts'
import { startDetachedRun } from '../../conduct/start-detached-run.ts'
import type { Workspace } from '../../place/workspace.ts'

export async function askServed(
  ask: Ask,
  workspace: Workspace,
  log: EventLog,
): Promise<Reply | NotConducted> {
  const answered = await reachWhoever(workspace.home, (card) => reachCoordinator(card, ask))
  return answered?.reply ?? askNewCoordinator(ask, workspace, log)
}

async function askNewCoordinator(
  ask: Ask,
  workspace: Workspace,
  log: EventLog,
): Promise<Reply | NotConducted> {
  const id = log.newestRun()
  const run = id === null ? null : foldRun(log.eventsOf(id))
  if (run === null) return NOT_CONDUCTED
  if (onlyChangesWaitingTasks(ask))
    return answerComplaints(() => changeWaitingTasks(ask, run.id, workspace))
  if (helpOf(ask)?.goesOn !== true) return NOT_CONDUCTED
  const answer = answerAsk(run, ask)
  if (!answer.accepted) return answer
  const typed = { command: 'ask', words: ['-'], input: JSON.stringify(ask) }
  await answerComplaints(() => startDetachedRun(typed, workspace.root))
  return { accepted: true, affected: answer.affected }
}

const NOT_CONDUCTED: NotConducted = { accepted: false, refusal: { is: 'not-conducted' } }

/** Tasks for a run that is stopped are there when it is resumed. */
export async function addServed(
  tasks: unknown,
  workspace: Workspace,
): Promise<AddReply | NotConducted> {
  const added = await answerComplaints(() => addToRun(tasks, null, workspace))
  return added?.reply ?? NOT_CONDUCTED
}
