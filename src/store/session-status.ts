/** The status of an attempt, in the seven words of a session file. */
import { conductorLine, namingRun } from '../core/text/command-line.ts'
import type { Outcome } from '../core/run/failure.ts'
import { heldBelow } from '../core/landing/landing-order.ts'
import type { RunId, TaskId } from '../core/value/ids.ts'
import { stateOf, type Attempt, type Run } from '../core/run/run.ts'
import { sayFailure } from '../core/say/say-failure.ts'
import { sayStuck } from '../core/say/say-stuck.ts'
import { sayTroubleInFull } from '../core/say/landing/say-trouble-in-full.ts'
import { sayTrouble } from '../core/say/landing/say-trouble.ts'
import type { TaskState } from '../core/run/task-state.ts'

export type SessionStatus =
  | 'registered'
  | 'planning'
  | 'working'
  | 'stuck'
  | 'complete'
  | 'cancelled'
  | 'paused'

/** isSeen: the attempt has given a sign of life. */
export function sessionStatus(run: Run, attempt: Attempt, isSeen: boolean): SessionStatus {
  if (attempt.ended === null) return openStatus(attempt, isSeen)
  if (!isNewest(run, attempt)) return replacedStatus(attempt.ended.outcome)
  return isHeldBelow(run, attempt.task) ? 'complete' : statusIn(stateOf(run, attempt.task))
}

/** What a person has to decide about this attempt; null: nothing. */
export function stuckReason(run: Run, attempt: Attempt): string | null {
  if (attempt.ended === null) return askedIn(attempt)
  return isNewest(run, attempt) ? reasonIn(stateOf(run, attempt.task), run.id, attempt) : null
}

/** null: the attempt is working, and only its agent could say on what. */
export function phaseOf(run: Run, attempt: Attempt): string | null {
  if (attempt.ended === null) return null
  if (isNewest(run, attempt) && isHeldBelow(run, attempt.task)) return 'approved'
  const { is } = stateOf(run, attempt.task)
  const isOn = is === 'landing' || is === 'review' || is === 'stuck'
  return isOn && isNewest(run, attempt) ? is : attempt.ended.outcome.is
}

/** true: the delivery of the task waits until a person has decided about the delivery below it in its stack. */
const isHeldBelow = (run: Run, task: TaskId): boolean =>
  stateOf(run, task).is === 'landing' && heldBelow(run, task) !== null

/** true: no later attempt exists, so the state of the task comes from this attempt. */
export const isNewest = (run: Run, { id, task }: Attempt): boolean =>
  run.attemptsOf.get(task)?.at(-1) === id

function openStatus(attempt: Attempt, isSeen: boolean): SessionStatus {
  if (askedIn(attempt) !== null) return 'stuck'
  return attempt.progress?.status ?? (isSeen ? 'working' : 'registered')
}

/** The question or permission that a running attempt waits for; null: none. */
function askedIn({ question, condition }: Attempt): string | null {
  if (question !== null) return sayStuck({ is: 'question', question })
  if (condition.is !== 'permission') return null
  const wanted = condition.requests.map(({ tool, what }) => `${tool} ${what}`.trim())
  return `waits for your permission: ${wanted.join('; ')}`
}

/** The status of the newest attempt after it has ended. */
function statusIn(state: TaskState): SessionStatus {
  switch (state.is) {
    case 'waiting':
      return 'paused'
    case 'working':
    case 'landing':
      return 'working'
    // With `approval` the work is complete and ready for review; any other trouble needs a person's decision.
    case 'review':
      return state.trouble.is === 'approval' ? 'complete' : 'stuck'
    case 'stuck':
    // The seven words have none for `failed`: the task goes on only when a person has decided how.
    case 'failed':
      return 'stuck'
    case 'landed':
      return 'complete'
    case 'skipped':
    case 'cancelled':
      return 'cancelled'
  }
}

/** The command names the run, because the file outlives the time in which this run is the newest. */
function reasonIn(state: TaskState, run: RunId, { task }: Attempt): string | null {
  switch (state.is) {
    case 'review':
      if (state.trouble.is === 'approval') return null
      return [sayTrouble(state.trouble), ...sayTroubleInFull(state.trouble)].join('\n')
    case 'stuck':
      return sayStuck(state.why)
    case 'failed':
      return `failed: ${sayFailure(state.failure)}; to try it again: ${namingRun(conductorLine('retry', task), run)}`
    case 'waiting':
    case 'working':
    case 'landing':
    case 'landed':
    case 'skipped':
    case 'cancelled':
      return null
  }
}

/**
 * A later attempt has continued the task, so this attempt's delivery did not land as it was, and it needs no
 * person.
 */
function replacedStatus(outcome: Outcome): SessionStatus {
  switch (outcome.is) {
    case 'cancelled':
      return 'cancelled'
    case 'succeeded':
    case 'asked':
    case 'over-budget':
    case 'preempted':
    case 'lost':
    case 'failed':
      return 'paused'
  }
}
