/** The part of the fold that is about agents: what they report, use and ask, and what people tell them. */
import { withBudget } from '../agent/budget.ts'
import type { Event } from './event.ts'
import { guidanceOf } from '../agent/guidance.ts'
import type { AttemptId, TaskId } from '../value/ids.ts'
import { moveTask, type Draft } from './run-draft.ts'
import type { Condition } from '../agent/supervision.ts'
import { attemptsAt, stateOf, waitedBy, type Attempt } from './run.ts'
import { aimOf, WORK } from './task-state.ts'
import { estimatedIn, type Usage } from '../agent/usage.ts'

export type AgentEvent = Extract<
  Event,
  {
    type:
      | 'conversation-started'
      | 'condition-changed'
      | 'usage-reported'
      | 'progress-reported'
      | 'question-asked'
      | 'guidance-given'
      | 'guidance-delivered'
      | 'permission-decided'
      | 'task-stuck'
      | 'budget-changed'
  }
>

export function applyAgentEvent(run: Draft, event: AgentEvent): void {
  switch (event.type) {
    case 'conversation-started':
      return changeAttempt(run, event.attempt, { conversation: event.conversation })
    case 'condition-changed':
      return changeCondition(run, event.attempt, event.condition, event.at)
    case 'usage-reported':
      return countUsage(run, event.attempt, event.usage)
    case 'progress-reported': {
      const { status, note } = event
      return changeAttempt(run, event.attempt, { progress: { status, note } })
    }
    case 'question-asked':
      return changeAttempt(run, event.attempt, { question: event.question })
    case 'guidance-given':
      return giveGuidance(run, event.task, event.text, event.at)
    case 'guidance-delivered':
      hearGuidance(run, event)
      return changeAttempt(run, event.attempt, { question: null })
    case 'permission-decided':
      return decide(run, event)
    case 'task-stuck':
      return stick(run, event)
    case 'budget-changed':
      return changeBudget(run, event)
  }
}

const changeAttempt = (run: Draft, id: AttemptId, change: Partial<Attempt>): void =>
  void run.attempts.set(id, { ...run.attempts.get(id)!, ...change })

/** The decided request needs no person any more; other requests of the attempt stay open. */
function decide(
  run: Draft,
  { task, request, at }: AgentEvent & { type: 'permission-decided' },
): void {
  const state = stateOf(run, task)
  if (state.is !== 'working') return
  const { condition } = run.attempts.get(state.attempt)!
  if (condition.is !== 'permission') return
  const requests = condition.requests.filter(({ id }) => id !== request)
  if (requests.length > 0)
    return changeAttempt(run, state.attempt, { condition: { ...condition, requests } })
  changeCondition(run, state.attempt, { is: 'fine', since: at }, at)
}

function changeCondition(run: Draft, id: AttemptId, condition: Condition, at: number): void {
  const before = run.attempts.get(id)!
  const isSame = before.condition.is === condition.is && before.condition.since === condition.since
  const waitedSeconds = isSame ? before.waitedSeconds : waitedBy(before, at)
  changeAttempt(run, id, { condition, waitedSeconds })
}

/** An agent reports the usage of its whole attempt, so the run grows by the difference to the last report. */
function countUsage(run: Draft, id: AttemptId, usage: Usage): void {
  const before = run.attempts.get(id)!.usage
  changeAttempt(run, id, { usage })
  run.usage = {
    inputTokens: run.usage.inputTokens + usage.inputTokens - before.inputTokens,
    outputTokens: run.usage.outputTokens + usage.outputTokens - before.outputTokens,
    cacheReadTokens: run.usage.cacheReadTokens + usage.cacheReadTokens - before.cacheReadTokens,
    cacheWriteTokens: run.usage.cacheWriteTokens + usage.cacheWriteTokens - before.cacheWriteTokens,
    costUsd:
      usage.costUsd === null
        ? run.usage.costUsd
        : (run.usage.costUsd ?? 0) + usage.costUsd - (before.costUsd ?? 0),
    costFrom: usage.costFrom ?? run.usage.costFrom,
    estimatedUsd: Math.max(0, estimatedIn(run.usage) + estimatedIn(usage) - estimatedIn(before)),
  }
}

/** A task that was stuck on a question goes on. */
function giveGuidance(run: Draft, task: TaskId, text: string, at: number): void {
  const before = guidanceOf(run, task)
  run.guidance.set(task, { ...before, said: [...before.said, text], saidAt: at })
  for (const attempt of attemptsAt(run, task)) answer(run, attempt)
  const state = stateOf(run, task)
  if (state.is === 'stuck' && state.why.is === 'question') goOn(run, task, at)
}

/** V13: an area counts as asked about only after a person has answered. */
function answer(run: Draft, { id, question, answeredAbout }: Attempt): void {
  if (question === null || answeredAbout.includes(question.area)) return
  changeAttempt(run, id, { answeredAbout: [...answeredAbout, question.area] })
}

/** An agent that got the same guidance in two ways may report them in any order. */
function hearGuidance(
  run: Draft,
  { task, said, how }: Extract<AgentEvent, { type: 'guidance-delivered' }>,
): void {
  const before = guidanceOf(run, task)
  if (said > before.delivered) run.guidance.set(task, { ...before, delivered: said, how })
}

function goOn(run: Draft, task: TaskId, at: number): void {
  const state = stateOf(run, task)
  if (state.is !== 'stuck') return
  const purpose = { is: 'go-on', with: aimOf(state.purpose) } as const
  moveTask(run, task, { is: 'waiting', since: at, tries: state.tries, retryAt: null, purpose })
}

function stick(run: Draft, { task, why, at }: Extract<AgentEvent, { type: 'task-stuck' }>): void {
  const state = stateOf(run, task)
  const isKnown = state.is === 'waiting' || state.is === 'stuck'
  const { tries, purpose } = isKnown ? state : { tries: 0, purpose: WORK }
  const attempt = attemptsAt(run, task).at(-1)!.id
  moveTask(run, task, { is: 'stuck', since: at, tries, attempt, why, purpose })
}

function changeBudget(run: Draft, event: Extract<AgentEvent, { type: 'budget-changed' }>): void {
  const { task, usd, frees, at } = event
  Object.assign(run, withBudget(run, task, usd))
  for (const id of frees) goOn(run, id, at)
}
