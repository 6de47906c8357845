/** How an attempt stands, in the seven words of a session file. */
import type { Attempt, Run } from '../core/run.ts'
import { stateOf } from '../core/run.ts'
import { sayStuck } from '../core/say-stuck.ts'
import { sayTrouble } from '../core/say-trouble.ts'
import type { TaskState } from '../core/task-state.ts'

export type SessionStatus =
  | 'registered'
  | 'planning'
  | 'working'
  | 'stuck'
  | 'complete'
  | 'cancelled'
  | 'paused'

/** isSeen: there has been a sign of life. */
export function sessionStatus(run: Run, attempt: Attempt, isSeen: boolean): SessionStatus {
  const state = ownState(run, attempt)
  if (state !== null) return state.is === 'landing' ? 'working' : 'stuck'
  switch (attempt.ended?.outcome.is) {
    case undefined:
      return openStatus(attempt, isSeen)
    case 'succeeded':
      return 'complete'
    case 'asked':
    case 'over-budget':
    case 'preempted':
    case 'lost':
      return 'paused'
    case 'failed':
    case 'cancelled':
      return 'cancelled'
  }
}

/** What a person has to decide; null: nothing. */
export function stuckReason(run: Run, attempt: Attempt): string | null {
  const state = ownState(run, attempt)
  if (state?.is === 'review') return sayTrouble(state.trouble)
  if (state?.is === 'stuck') return sayStuck(state.why)
  return attempt.ended === null ? askedIn(attempt) : null
}

/** null: it is at work, and only its agent could say at what. */
export const phaseOf = (run: Run, attempt: Attempt): string | null =>
  ownState(run, attempt)?.is ?? attempt.ended?.outcome.is ?? null

function openStatus(attempt: Attempt, isSeen: boolean): SessionStatus {
  if (askedIn(attempt) !== null) return 'stuck'
  return attempt.progress?.status ?? (isSeen ? 'working' : 'registered')
}

/** What it waits for while it is there. */
function askedIn({ question, condition }: Attempt): string | null {
  if (question !== null) return sayStuck({ is: 'question', question })
  if (condition.is !== 'permission') return null
  const wanted = condition.requests.map(({ tool, what }) => `${tool} ${what}`.trim())
  return `waits for your leave: ${wanted.join('; ')}`
}

/** As long as its task stands as it does because of this attempt. */
function ownState(
  run: Run,
  attempt: Attempt,
): (TaskState & { is: 'landing' | 'review' | 'stuck' }) | null {
  const state = stateOf(run, attempt.task)
  const isOn = state.is === 'landing' || state.is === 'review' || state.is === 'stuck'
  return isOn && state.attempt === attempt.id ? state : null
}
