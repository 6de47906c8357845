/** An attempt in this process: its agent works by an order, and messages go to and from the loop. */
import type { Material } from '../../core/agent/prompt-material.ts'
import { wordsOf } from '../../core/agent/prompt.ts'
import type { Sign } from '../../core/agent/sign.ts'
import type { AttemptOrder } from '../../core/run/attempt-order.ts'
import type { Outcome } from '../../core/run/failure.ts'
import { attemptTask } from './attempt-task.ts'
import { retryingWhileHindered, type RetryWhileHindered } from '../retry-while-hindered.ts'
import type { Agent, Assignment } from '../ports.ts'
import type { AttemptListener, ToAttempt } from '../attempt-runner.ts'

export interface AttemptInProcess {
  readonly order: AttemptOrder
  readonly hear: AttemptListener['hear']
  /** Its reason is a StopReason. */
  readonly stopped: AbortSignal
  /** The coordinator lets go of the run, so the attempt no longer waits for the machine. */
  readonly leaving: AbortSignal
  readonly retryWhileHindered: RetryWhileHindered
  /** Lets the agent work. corrections: what differs from the order. */
  work(place: Assignment['place'], corrections?: Partial<Material>): Promise<Outcome>
  tell(message: ToAttempt): void
}

export function attemptInProcess(
  agent: Agent,
  order: AttemptOrder,
  listener: AttemptListener,
): AttemptInProcess {
  const { run, attempt, number, worker } = order
  const stopping = new AbortController()
  const leaving = new AbortController()
  /** All guidance up to now. */
  let { guidance } = order
  /** How much of it the agent was told, or began with; null: the agent has not begun. */
  let told: number | null = null
  /** Permission requests that the agent waits for. */
  const requests = new Set<string>()

  return {
    order,
    hear: listener.hear,
    stopped: stopping.signal,
    leaving: leaving.signal,
    retryWhileHindered: retryingWhileHindered((_, by) => listener.hear({ is: 'hindered', by })),
    async work(place, corrections = {}) {
      const words = wordsOf({ ...order, ...corrections, guidance })
      told = guidance.said.length
      requests.clear()
      void listener.hear({ is: 'agent-begins', agent: words.task.agent, said: told })
      const assignment = { run, attempt, number, worker, ...words, place }
      const watch = { hear: hearAgent, agentEnded: listener.agentEnded }
      return attemptTask(agent, assignment, stopping, watch)
    },
    tell(message) {
      switch (message.is) {
        case 'stop':
          return stopping.abort(message.reason)
        case 'let-go':
          return leaving.abort()
        case 'guidance':
          guidance = message.guidance
          return void passOn()
        case 'decision':
          return void agent.decide(attempt, message.request, message.decision).catch(() => false)
      }
    },
  }

  function hearAgent(sign: Sign): void {
    void listener.hear({ is: 'sign', sign })
    if (sign.is === 'guidance-read') guidance = { ...guidance, delivered: guidance.said.length }
    if (sign.is === 'permission') requests.add(sign.request.id)
    if (sign.is !== 'permission-over') return
    requests.delete(sign.id)
    void passOn()
  }

  /** Tells the agent new guidance. V9: not while the agent could take it for an answer to a permission request. */
  async function passOn(): Promise<void> {
    if (told === null || requests.size > 0) return
    const { said, delivered } = guidance
    const text = said.slice(Math.max(delivered, told)).join('\n\n')
    told = said.length
    // An agent that throws instead of answering has not heard it.
    const guided = text === '' ? null : await agent.guide(attempt, text).catch(() => 'too-late')
    if (guided === 'steered') await listener.hear({ is: 'steered', said: said.length })
  }
}
