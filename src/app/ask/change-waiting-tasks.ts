/** Changes tasks that wait: through the coordinator or, when the run has none, by recording the change without one. */
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Answer } from '../../core/ask/answer.ts'
import { answerAsk, type Ask } from '../../core/ask/ask.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { Workspace } from '../place/workspace.ts'
import { AlreadyConducted, mustBeOf, reachCoordinator, reachWhoever } from './reach-coordinator.ts'
import { recordAlone } from './settle-branches.ts'

/** A coordinator may start or end at any moment: then the other way is tried once more. */
export async function changeWaitingTasks(
  ask: Ask,
  run: RunId,
  workspace: Workspace,
): Promise<Reply> {
  for (const _ of ['first', 'second']) {
    const answered = await reachWhoever(workspace.home, (coordinator) => {
      mustBeOf(coordinator, run)
      return reachCoordinator(coordinator, ask)
    })
    const reply = answered?.reply ?? changeAlone(ask, run, workspace)
    if (reply !== null) return reply
  }
  throw new AlreadyConducted(null)
}

/** Only for asks that start and stop nothing. null: a coordinator has started by now, and is to be asked instead. */
export function changeAlone(ask: Ask, run: RunId, workspace: Workspace): Reply | null {
  let answer: Answer | null = null
  recordAlone(workspace, run, (now) => {
    answer = answerAsk(now, ask)
    return answer.accepted ? answer.facts : []
  })
  return replyOf(answer)
}

function replyOf(answer: Answer | null): Reply | null {
  if (answer === null || !answer.accepted) return answer
  return { accepted: true, affected: answer.affected }
}
