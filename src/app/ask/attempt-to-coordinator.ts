/** How an attempt speaks with the coordinator of its run: what it reports, and what it is told. */
import type { Reply } from '../../conduct/conduct-run.ts'
import type { OwnWord } from '../../core/agent/sign.ts'
import type { Ask } from '../../core/ask/ask.ts'
import { taskOfAttempt, type AttemptId } from '../../core/value/ids.ts'
import { BAD_INPUT, COULD_NOT_GO_ON, type Complaint } from '../console/complain.ts'
import { addByCoordinator, reachCoordinator, refused } from './reach-coordinator.ts'
import { findCoordinator, type CoordinatorCard } from '../../store/coordinator-lock.ts'

/** The attempt that speaks, and where its run is recorded. */
export interface Speaker {
  readonly attempt: AttemptId
  readonly home: string
}

export type Heard<What = object> = ({ readonly ok: true } & What) | NotHeard

/** exitCode: for a command that reports this failure. */
interface NotHeard {
  readonly ok: false
  readonly why: string
  readonly exitCode: number
}

/** The coordinator checks the sign, like everything it is asked. */
export const say = ({ attempt, home }: Speaker, sign: OwnWord): Promise<Heard> =>
  ask(home, { ask: 'hear', attempt, sign })

/** What people have said since the last call; it counts as heard from then on. */
export async function takeGuidance({
  attempt,
  home,
}: Speaker): Promise<Heard<{ readonly guidance: readonly string[] }>> {
  const answer = await ask(home, { ask: 'take-guidance', attempt })
  return answer.ok ? { ok: true, guidance: answer.guidance ?? [] } : answer
}

/** The task is in the form of the task file. */
export async function addTask(
  { attempt, home }: Speaker,
  task: unknown,
): Promise<Heard<{ readonly added: readonly string[] }>> {
  const reply = await reach(home, (card) => addByCoordinator(card, task, taskOfAttempt(attempt)))
  if ('ok' in reply) return reply
  if (reply.accepted) return { ok: true, added: reply.affected }
  return 'problems' in reply ? no(reply.problems.join('\n')) : unheard(refused(reply.refusal))
}

async function ask(home: string, asked: Ask): Promise<Heard<Reply & { accepted: true }>> {
  const reply = await reach(home, (card) => reachCoordinator(card, asked))
  if ('ok' in reply) return reply
  return reply.accepted ? { ok: true, ...reply } : unheard(refused(reply.refusal))
}

/** The coordinator may end at any moment. */
async function reach<Answer>(
  home: string,
  asking: (card: CoordinatorCard) => Promise<Answer>,
): Promise<Answer | NotHeard> {
  const coordinator = findCoordinator(home)
  if (coordinator === null) return no(GONE)
  try {
    return await asking(coordinator)
  } catch (error) {
    return no((error as Error).message, COULD_NOT_GO_ON)
  }
}

const no = (why: string, exitCode = BAD_INPUT): NotHeard => ({ ok: false, why, exitCode })

const unheard = ({ message, exitCode }: Complaint): NotHeard => no(message, exitCode)

const GONE =
  'this run is no longer being conducted; leave your work as it is and end: the task continues when the run is resumed'
