/** How often and when to try again, as files say it; the same in a task and in the settings. */
import { z } from 'zod'
import { DEFAULT_RETRY, type RetryPolicy } from '../core/run/retry.ts'
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

/** A word for it that needs no number. */
export const noneOr = <S extends z.ZodType>(policy: S) =>
  z.preprocess((said) => (said === 'none' ? { max_attempts: 1 } : said), policy)

type RetryInput = { readonly [Key in keyof ReturnType<typeof retryShape>]?: number | undefined }

/** The policy that was said, with what it leaves open taken from another. */
export const toRetryPolicy = (said: RetryInput, otherwise = DEFAULT_RETRY): RetryPolicy => ({
  maxAttempts: said.max_attempts ?? otherwise.maxAttempts,
  initialDelaySeconds: said.initial_delay ?? otherwise.initialDelaySeconds,
  backoffFactor: said.backoff_factor ?? otherwise.backoffFactor,
  maxDelaySeconds: said.max_delay ?? otherwise.maxDelaySeconds,
  jitter: said.jitter ?? otherwise.jitter,
})
