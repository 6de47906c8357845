/** conductor session: how an agent without MCP tools reports from inside its attempt. */
import { saidAttemptId } from '../../core/value/ids.ts'
import type { OwnWord } from '../../core/agent/sign.ts'
import { say, takeGuidance, type Heard, type Speaker } from './attempt-to-coordinator.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'

export async function sessionStatusCommand(
  status: string,
  note: string | undefined,
  console: Console,
): Promise<number> {
  if (status !== 'planning' && status !== 'working')
    throw new Complaint(`"${status}" is not a status of a session`, 'planning or working')
  return tell({ is: 'progress', status, note: note ?? '' }, 'Noted.', console)
}

export interface SaidQuestion {
  readonly option?: readonly string[]
  readonly context?: string
  readonly area?: string
}

export const sessionAskCommand = (
  decision: string,
  { option = [], context = '', area }: SaidQuestion,
  console: Console,
): Promise<number> => {
  const question = { decision, options: option, context, area: area ?? null }
  return tell({ is: 'question', question }, PASSED_ON, console)
}

export const sessionHeartbeatCommand = (console: Console): Promise<number> =>
  tell({ is: 'heartbeat' }, 'Heard.', console)

/** Prints nothing when there is no new guidance, so that agents can call it at any time. */
export async function sessionGuidanceCommand(console: Console): Promise<number> {
  const speaker = mustBeAttempt()
  const { guidance } = mustBeHeard(await takeGuidance(speaker))
  if (console.json || guidance.length > 0)
    console.answer(guidance.join('\n'), { attempt: speaker.attempt, guidance })
  return 0
}

const PASSED_ON =
  'Your question was passed on to a person. Continue with work that does not depend on it, or end now: the task continues with the answer.'

async function tell(sign: OwnWord, done: string, console: Console): Promise<number> {
  const speaker = mustBeAttempt()
  mustBeHeard(await say(speaker, sign))
  console.answer(done, { attempt: speaker.attempt, accepted: true })
  return 0
}

function mustBeHeard<What>(answer: Heard<What>): { readonly ok: true } & What {
  if (answer.ok) return answer
  throw new Complaint(answer.why, null, answer.exitCode)
}

/** named: the attempt that the caller names; undefined: the one in the environment. */
export function mustBeAttempt(named?: string): Speaker {
  const { CONDUCTOR_ATTEMPT: own, CONDUCTOR_HOME: home } = process.env
  const attempt = named ?? own
  if (attempt !== undefined && home !== undefined) return { attempt: saidAttemptId(attempt), home }
  throw new Complaint(
    'this is not inside an attempt',
    'only an agent of a run can use it; its environment has CONDUCTOR_HOME and CONDUCTOR_ATTEMPT',
  )
}
