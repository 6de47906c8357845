/** One attempt at one task: the agent works until it ends, is stopped, or exceeds its time limit. */
import { endAsking } from '../../core/run/after-attempt.ts'
import type { Outcome } from '../../core/run/failure.ts'
import { LONGEST_TIMER } from '../mailbox.ts'
import type { Question } from '../../core/agent/sign.ts'
import type { Agent, AgentEnd, Assignment, Hear, StopReason } from '../ports.ts'

export async function attemptTask(
  agent: Agent,
  assignment: Assignment,
  stopping: AbortController,
  watch: Watch = UNWATCHED,
): Promise<Outcome> {
  using _timer = stopAfter(assignment.task.timeoutSeconds, stopping)
  const end = await agent.attempt(assignment, stopping.signal, watch.hear)
  const question = await watch.agentEnded()
  if (end.is === 'stopped') return outcomeOfStop(end, stopping.signal, assignment.task)
  return question === null ? end : endAsking(end, question)
}

/** Listens to the agent meanwhile. */
export interface Watch {
  readonly hear: Hear
  /** The agent has ended. Resolves with its question that no person has answered, if there is one. */
  readonly agentEnded: () => Promise<Question | null>
}

const UNWATCHED: Watch = { hear: () => {}, agentEnded: async () => null }

function stopAfter(seconds: number | null, stopping: AbortController): Disposable {
  const reason: StopReason = 'timeout'
  let timer: NodeJS.Timeout | undefined
  const wait = (milliseconds: number): void => {
    const left = milliseconds - LONGEST_TIMER
    const ring = (): void => (left > 0 ? wait(left) : stopping.abort(reason))
    timer = setTimeout(ring, Math.min(milliseconds, LONGEST_TIMER))
  }
  if (seconds !== null) wait(seconds * 1000)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

export function outcomeOfStop(
  { profile, lastLines }: AgentEnd & { is: 'stopped' },
  signal: AbortSignal,
  task: Assignment['task'],
): Outcome {
  const reason = signal.reason as StopReason
  switch (reason) {
    case 'cancelled':
    case 'preempted':
    case 'over-budget':
      return { is: reason, profile }
    case 'lost':
      return { is: 'lost' }
    case 'timeout': {
      const failure = { is: 'timeout', seconds: task.timeoutSeconds ?? 0 } as const
      return { is: 'failed', failure, profile, lastLines }
    }
  }
}
