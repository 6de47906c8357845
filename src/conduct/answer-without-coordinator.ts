/** Answers an ask while no coordinator has the run. */
import { answerAsk, type Ask } from '../core/ask/ask.ts'
import type { Run } from '../core/run/run.ts'
import type { Reply } from './conduct-run.ts'
import { recordWithoutCoordinator, type RecordPorts } from './record-without-coordinator.ts'

/** No attempt may be working, because no coordinator is there to stop it. */
export function answerWithoutCoordinator(run: Run, ask: Ask, ports: RecordPorts): Reply {
  const answer = answerAsk(run, ask)
  if (!answer.accepted) return answer
  recordWithoutCoordinator(run, answer.facts, ports)
  return { accepted: true, affected: answer.affected }
}
