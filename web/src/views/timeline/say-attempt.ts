/** How an attempt went, in words. */
import type { Outcome } from '../../../../src/core/run/failure.ts'
import { sayFailure } from '../../../../src/core/say/say-failure.ts'
import type { Attempt } from '../../../../src/core/run/run.ts'

/** tries: the number of attempts at the task so far. */
export function sayAttempt({ number, ended }: Attempt, tries: number): string {
  const which = tries > 1 ? `attempt ${number} of ${tries} ` : ''
  return which + (ended === null ? 'is at work' : sayOutcome(ended.outcome))
}

function sayOutcome(outcome: Outcome): string {
  switch (outcome.is) {
    case 'succeeded':
      return 'succeeded'
    case 'failed':
      return `failed, ${sayFailure(outcome.failure)}`
    case 'cancelled':
      return 'was cancelled'
    case 'preempted':
      return 'was put back into the queue'
    case 'asked':
      return 'asked something and stopped'
    case 'over-budget':
      return 'was stopped, its budget was used up'
    case 'lost':
      return 'was lost with its coordinator'
  }
}
