/**
 * Listens to the signs of working agents and records what they add up to: the condition of each attempt, its usage,
 * its questions. Signs may come by the thousand; events are recorded only when a person would see a difference.
 */
import { overBudget } from '../core/agent/budget.ts'
import type { Fact } from '../core/run/event.ts'
import type { Outcome } from '../core/run/failure.ts'
import { pendingGuidance, guidanceOf } from '../core/agent/guidance.ts'
import { maskSign } from '../core/agent/mask-sign.ts'
import type { AttemptId, TaskId } from '../core/value/ids.ts'
import { taskOf, type Run } from '../core/run/run.ts'
import type { Question, Sign } from '../core/agent/sign.ts'
import {
  answered,
  conditionOf,
  heard,
  isSameCondition,
  noEvidence,
  type Condition,
  type Evidence,
  type Expectations,
} from '../core/agent/supervision.ts'
import type { Usage } from '../core/agent/usage.ts'
import type { Clock } from './ports.ts'
import type { Tell } from './recorder.ts'

export interface Supervisor {
  /** agent: the agent that its conversations are with. said: how much of the guidance is in its prompt. */
  begin(attempt: AttemptId, begun: { readonly agent: string | null; readonly said: number }): void
  hear(attempt: AttemptId, sign: Sign): void
  /** A person's words are on their way to the agent, so its question is answered. */
  answer(attempt: AttemptId): void
  /** The question of the agent that no person has answered yet. */
  questionOf(attempt: AttemptId): Question | null
  /** When its process was last seen alive; null: not yet, or it is not watched. */
  lastBeatOf(attempt: AttemptId): number | null
  /** The agent has ended, so silence means nothing while its work is committed. */
  rest(attempt: AttemptId): void
  /** Records what was held back, before the end of the attempt is recorded. */
  end(attempt: AttemptId, outcome: Outcome): Promise<void>
  close(): void
}

export interface SupervisorPorts {
  readonly tell: Tell
  readonly clock: Clock
  readonly patience: Pick<Expectations, 'silentAfterSeconds' | 'staleAfterSeconds'>
  /** Called when the task or the run has used up its budget. */
  readonly onOverspent: (of: 'task' | 'run', task: TaskId) => void
}

interface Watched {
  readonly agent: string
  evidence: Evidence
  shown: Condition
  usage: { last: Usage; isShown: boolean } | null
  /** How much of the guidance is in its prompt. */
  readonly inPrompt: number
  hasWorked: boolean
  isAtRest: boolean
  progress: string
}

const LOOK_EVERY = 1000

export function supervise(run: Run, ports: SupervisorPorts): Supervisor {
  const { tell, clock } = ports
  const watched = new Map<AttemptId, Watched>()
  let isUnpricedSaid = false
  const timer = setInterval(lookAtAll, LOOK_EVERY).unref()

  return {
    begin(id, { agent, said }) {
      const now = clock.now()
      watched.set(id, {
        agent: agent ?? '',
        evidence: noEvidence(now),
        shown: { is: 'fine', since: now },
        usage: null,
        inPrompt: said,
        hasWorked: false,
        isAtRest: false,
        progress: '',
      })
    },
    hear(id, unmasked) {
      const one = watched.get(id)
      if (one === undefined) return
      const sign = maskSign(unmasked)
      one.evidence = heard(one.evidence, sign, clock.now())
      const facts = factsOf(id, one, sign)
      if (facts.length > 0) void tell(() => facts)
      lookAt(id, one)
    },
    answer(id) {
      const one = watched.get(id)
      if (one === undefined) return
      one.evidence = answered(one.evidence)
      lookAt(id, one)
    },
    questionOf: (id) => watched.get(id)?.evidence.question?.question ?? null,
    lastBeatOf(id) {
      const { lastBeatAt = 0, startedAt = 0 } = watched.get(id)?.evidence ?? {}
      return lastBeatAt > startedAt ? lastBeatAt : null
    },
    rest(id) {
      const one = watched.get(id)
      if (one === undefined) return
      one.isAtRest = true
      // An open question stays; any other condition is over.
      if (one.shown.is !== 'question') show(id, one, { is: 'fine', since: clock.now() })
    },
    async end(id, { is }) {
      const one = watched.get(id)
      if (one === undefined) return
      watched.delete(id)
      const { task } = run.attempts.get(id)!
      const hasHeard = is === 'succeeded' || is === 'asked'
      const facts = [...usageFact(id, one), ...(hasHeard ? firstWork(task, id, one) : [])]
      if (facts.length > 0) await tell(() => facts)
    },
    close: () => clearInterval(timer),
  }

  /** The usage of all attempts is recorded together: one durable write instead of one for each. */
  function lookAtAll(): void {
    for (const [id, one] of watched) lookAt(id, one)
    showUsage([...watched.keys()])
  }

  function lookAt(id: AttemptId, one: Watched): void {
    if (one.isAtRest) return
    const { task } = run.attempts.get(id)!
    show(id, one, conditionOf(one.evidence, expectationsOf(task), clock.now()))
  }

  function show(id: AttemptId, one: Watched, condition: Condition): void {
    const { task } = run.attempts.get(id)!
    const isNew = !isSameCondition(condition, one.shown)
    one.shown = condition
    if (isNew) void tell(() => [{ type: 'condition-changed', task, attempt: id, condition }])
  }

  function expectationsOf(task: TaskId): Expectations {
    const { estimate } = taskOf(run, task)
    return { ...ports.patience, seconds: estimate.from === 'default' ? null : estimate.seconds }
  }

  function factsOf(id: AttemptId, one: Watched, sign: Sign): readonly Fact[] {
    const { task } = run.attempts.get(id)!
    const about = { task, attempt: id }
    switch (sign.is) {
      case 'conversation': {
        const conversation = { agent: one.agent, id: sign.id, model: sign.model }
        return [{ type: 'conversation-started', ...about, conversation }]
      }
      case 'question':
        return [
          ...firstWork(task, id, one),
          { type: 'question-asked', ...about, question: sign.question },
        ]
      case 'progress': {
        const { status, note } = sign
        const isNews = one.progress !== `${status} ${note}`
        one.progress = `${status} ${note}`
        return isNews ? [{ type: 'progress-reported', ...about, status, note }] : []
      }
      case 'guidance-read':
        if (pendingGuidance(run, task).length > 0) one.evidence = answered(one.evidence)
        return deliveredUpTo(task, id, guidanceOf(run, task).said.length, 'read')
      case 'usage':
        takeUsage(id, one, sign.usage)
        return firstWork(task, id, one)
      case 'said':
      case 'tool':
        return firstWork(task, id, one)
      case 'tool-ended':
      case 'permission':
      case 'permission-over':
      case 'rate-limited':
      case 'retrying':
      case 'stopped':
      case 'heartbeat':
        return []
    }
  }

  /** An agent that works has read its prompt. */
  function firstWork(task: TaskId, id: AttemptId, one: Watched): readonly Fact[] {
    if (one.hasWorked) return []
    one.hasWorked = true
    return deliveredUpTo(task, id, one.inPrompt, 'in-prompt')
  }

  function deliveredUpTo(
    task: TaskId,
    attempt: AttemptId,
    said: number,
    how: 'read' | 'in-prompt',
  ): readonly Fact[] {
    if (said <= guidanceOf(run, task).delivered) return []
    return [{ type: 'guidance-delivered', task, attempt, said, how }]
  }

  /** With a budget, usage is recorded at once, so that the limit holds. */
  function takeUsage(id: AttemptId, one: Watched, usage: Usage): void {
    one.usage = { last: usage, isShown: false }
    if (usage.costUsd === null) sayUnpriced(id)
    if (isLimited(id)) showUsage([id])
  }

  function isLimited(id: AttemptId): boolean {
    const { task } = run.attempts.get(id)!
    return run.budgetUsd !== null || taskOf(run, task).budgetUsd !== null
  }

  /** Reported once: people must not believe in a limit that cannot be watched. */
  function sayUnpriced(id: AttemptId): void {
    if (isUnpricedSaid || !isLimited(id)) return
    isUnpricedSaid = true
    const { task } = run.attempts.get(id)!
    void tell(() => {
      const model = run.attempts.get(id)!.conversation?.model ?? 'its model'
      const what = `the price of ${model} is not known: the budget counts only the cost that its agent reports (see prices)`
      return [{ type: 'noticed', about: task, what }]
    })
  }

  function showUsage(ids: readonly AttemptId[]): void {
    const facts = ids.flatMap((id) => usageFact(id, watched.get(id)!))
    if (facts.length === 0) return
    void tell(() => facts).then(() => {
      for (const { task } of facts) {
        const over = overBudget(run, task)
        if (over !== null) ports.onOverspent(over.of, task)
      }
    })
  }

  function usageFact(id: AttemptId, one: Watched): readonly (Fact & { type: 'usage-reported' })[] {
    if (one.usage === null || one.usage.isShown) return []
    const { task } = run.attempts.get(id)!
    one.usage = { ...one.usage, isShown: true }
    return [{ type: 'usage-reported', task, attempt: id, usage: one.usage.last }]
  }
}
