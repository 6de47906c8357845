/** How often and when to retry, as files give it; the same in a task and in the settings. */
import { z } from 'zod'
import { DEFAULT_RETRY, type RetryPolicy } from '../core/run/retry-policy.ts'
import { delay, integer, number } from '../yaml-file/fields.ts'

interface ShortestSeconds {
  readonly initialDelay: number
  readonly maxDelay: number
}

export const retryShape = (shortest: ShortestSeconds) => ({
  max_attempts: integer(1, 10),
  initial_delay: delay(shortest.initialDelay),
  backoff_factor: number(1, 5),
  max_delay: delay(shortest.maxDelay),
  jitter: number(0, 0.5),
})

/** Accepts the word "none" for a single attempt. */
export const noneOr = <S extends z.ZodType>(policy: S) =>
  z.preprocess((value) => (value === 'none' ? { max_attempts: 1 } : value), policy)

type RetryInput = { readonly [Key in keyof ReturnType<typeof retryShape>]?: number | undefined }

/** The given policy; parts that it leaves open are taken from `otherwise`. */
export const toRetryPolicy = (policy: RetryInput, otherwise = DEFAULT_RETRY): RetryPolicy => ({
  maxAttempts: policy.max_attempts ?? otherwise.maxAttempts,
  initialDelaySeconds: policy.initial_delay ?? otherwise.initialDelaySeconds,
  backoffFactor: policy.backoff_factor ?? otherwise.backoffFactor,
  maxDelaySeconds: policy.max_delay ?? otherwise.maxDelaySeconds,
  jitter: policy.jitter ?? otherwise.jitter,
})
