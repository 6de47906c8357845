/** S7: how often and after what delay failures are retried, and which ones; `decide-retry.ts` decides. */
import type { Failure } from './failure.ts'

export interface RetryPolicy {
  /** Includes the first attempt. */
  readonly maxAttempts: number
  readonly initialDelaySeconds: number
  readonly backoffFactor: number
  readonly maxDelaySeconds: number
  /** 0.2 spreads the delay by up to 20 % either way. */
  readonly jitter: number
}

export const DEFAULT_RETRY: RetryPolicy = {
  maxAttempts: 3,
  initialDelaySeconds: 5,
  backoffFactor: 2,
  maxDelaySeconds: 300,
  jitter: 0.2,
}

/** Seconds to wait after the given attempt (1 is the first); chance is in [0, 1). */
export function retryDelay(policy: RetryPolicy, attempt: number, chance: number): number {
  const grown = policy.initialDelaySeconds * policy.backoffFactor ** (attempt - 1)
  const spread = 1 + policy.jitter * (2 * chance - 1)
  return Math.min(grown, policy.maxDelaySeconds) * spread
}

/**
 * A policy that the user wrote covers every failure that another attempt could change. Without one, only failures that
 * are likely to pass by themselves are retried: a command that fails would fail again.
 */
export function isWorthRetrying(failure: Failure, policy: RetryPolicy | null): boolean {
  switch (failure.is) {
    case 'exit':
      return failure.code === TEMPORARY_FAILURE || (policy !== null && !isMissing(failure.code))
    case 'signal':
      return true
    case 'timeout':
    case 'over-memory':
      return policy !== null
    case 'cannot-keep':
      return true
    case 'rate-limited':
    case 'model':
      return true
    case 'gave-up':
    case 'folder-gone':
    case 'all-ignored':
    case 'all-elsewhere':
    case 'all-astray':
      return policy !== null
    case 'not-logged-in':
      return false
    case 'cannot-start':
      return failure.passing
    case 'setup':
      return false
  }
}

/** EX_TEMPFAIL of sysexits.h: the command itself says that a later attempt may succeed. */
const TEMPORARY_FAILURE = 75

/** Exit codes of a shell for a command that does not exist (127) or may not be run (126). */
const isMissing = (code: number): boolean => code === 126 || code === 127
