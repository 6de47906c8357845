/** An attempt that is carried out in this process: its agent works by an order, and messages reach both. */
import type { Material } from '../../core/agent/prompt-material.ts'
import { wordsOf } from '../../core/agent/prompt.ts'
import type { Sign } from '../../core/agent/sign.ts'
import type { AttemptOrder } from '../../core/run/attempt-order.ts'
import type { Outcome } from '../../core/run/failure.ts'
import { attemptTask } from './attempt-task.ts'
import { outlasting, type Outlast } from '../outlast.ts'
import type { Agent, Assignment } from '../ports.ts'
import type { AttemptListener, ToAttempt } from '../workplace.ts'

export interface AttemptHere {
  readonly order: AttemptOrder
  readonly hear: AttemptListener['hear']
  /** Its reason is a StopReason. */
  readonly stopped: AbortSignal
  /** The coordinator lets go of the run: the attempt waits for the machine no longer. */
  readonly leaving: AbortSignal
  readonly outlast: Outlast
  /** Lets the agent work. found: what has turned out otherwise than it was ordered. */
  work(place: Assignment['place'], found?: Partial<Material>): Promise<Outcome>
  tell(message: ToAttempt): void
}

export function attemptHere(
  agent: Agent,
  order: AttemptOrder,
  listener: AttemptListener,
): AttemptHere {
  const { run, attempt, number, worker } = order
  const stopping = new AbortController()
  const leaving = new AbortController()
  /** All that people have said up to now. */
  let { guidance } = order
  /** So much of it the agent was told, or has begun with; null: it has not begun. */
  let told: number | null = null
  /** Requests for leave that the agent waits for. */
  const requests = new Set<string>()

  return {
    order,
    hear: listener.hear,
    stopped: stopping.signal,
    leaving: leaving.signal,
    outlast: outlasting((_, by) => listener.hear({ is: 'hindered', by })),
    async work(place, found = {}) {
      const words = wordsOf({ ...order, ...found, guidance })
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

  /** Tells the agent what it has not been told yet; V9: not while that could be taken for leave, or its refusal. */
  async function passOn(): Promise<void> {
    if (told === null || requests.size > 0) return
    const { said, delivered } = guidance
    const text = said.slice(Math.max(delivered, told)).join('\n\n')
    told = said.length
    // An agent that breaks instead of answering has not heard it.
    const guided = text === '' ? null : await agent.guide(attempt, text).catch(() => 'too-late')
    if (guided === 'steered') await listener.hear({ is: 'steered', said: said.length })
  }
}
