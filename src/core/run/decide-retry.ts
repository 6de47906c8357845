/** Decides whether a failed attempt is retried, and when. */
import type { TaskId } from '../value/ids.ts'
import type { Failure } from './failure.ts'
import { DEFAULT_RETRY, isWorthRetrying, retryDelay } from './retry-policy.ts'
import { attemptsAt, stateOf, taskOf, type Run } from './run.ts'

export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number
  /** In [0, 1). */
  readonly chance: number
}

/** When a task whose attempt failed is tried again, in milliseconds since 1970; null: it is not. */
export function decideRetry(
  run: Run,
  task: TaskId,
  failure: Failure,
  moment: Moment,
): number | null {
  const ownPolicy = taskOf(run, task).retry
  const policy = ownPolicy ?? DEFAULT_RETRY
  const { now, chance } = moment
  if (run.cancelled) return null
  if (failure.is === 'rate-limited') {
    const usual = now + retryDelay(policy, limitedInARow(run, task) + 1, chance) * 1000
    return Math.max(usual, Math.min(failure.until ?? 0, now + LONGEST_LIMIT))
  }
  const state = stateOf(run, task)
  const tries = state.is === 'working' ? state.tries : policy.maxAttempts
  if (tries >= policy.maxAttempts || !isWorthRetrying(failure, ownPolicy)) return null
  return now + retryDelay(policy, tries, chance) * 1000
}

/**
 * How many attempts in a row ended rate limited. They use up no try, so they are counted apart; otherwise the task
 * would be retried every few seconds forever.
 */
function limitedInARow(run: Run, task: TaskId): number {
  const ended = attemptsAt(run, task).flatMap(({ ended }) => ended?.outcome ?? [])
  const last = ended.findLastIndex(
    (one) => one.is !== 'failed' || one.failure.is !== 'rate-limited',
  )
  return ended.length - 1 - last
}

/** V4: a clock or a model may be wrong by years, and asking once a day costs nothing. */
const LONGEST_LIMIT = 24 * 60 * 60 * 1000
