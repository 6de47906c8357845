import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from './failure.ts'
import { DEFAULT_RETRY, isWorthRetrying, retryDelay, type RetryPolicy } from './retry-policy.ts'

const anyPolicy: fc.Arbitrary<RetryPolicy> = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 10 }),
  initialDelaySeconds: fc.double({ min: 1, max: 60, noNaN: true }),
  backoffFactor: fc.double({ min: 1, max: 5, noNaN: true }),
  maxDelaySeconds: fc.double({ min: 10, max: 600, noNaN: true }),
  jitter: fc.double({ min: 0, max: 0.5, noNaN: true }),
})
const anyChance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const anyAttempt = fc.integer({ min: 1, max: 1000 })

describe('the delay before a retry', () => {
  it('[S7] is 5, 10, 20 ... seconds, and at most 300', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((n) => retryDelay(DEFAULT_RETRY, n, 0.5))
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  })

  it('[S7] is spread by chance up to the jitter either way', () => {
    expect(retryDelay(DEFAULT_RETRY, 1, 0)).toBe(4)
    expect(retryDelay(DEFAULT_RETRY, 1, 0.75)).toBe(5.5)
    fc.assert(
      fc.property(anyPolicy, anyAttempt, anyChance, (policy, attempt, chance) => {
        const middle = retryDelay({ ...policy, jitter: 0 }, attempt, chance)
        const delay = retryDelay(policy, attempt, chance)
        expect(delay).toBeGreaterThanOrEqual(middle * (1 - policy.jitter) - 1e-9)
        expect(delay).toBeLessThanOrEqual(middle * (1 + policy.jitter) + 1e-9)
      }),
    )
  })

  it('[S7] never shrinks from one attempt to the next, nor grows past the cap', () => {
    fc.assert(
      fc.property(anyPolicy, anyAttempt, (policy, attempt) => {
        const [now, later] = [attempt, attempt + 1].map((n) => retryDelay(policy, n, 0.5))
        expect(later!).toBeGreaterThanOrEqual(now!)
        expect(later!).toBeLessThanOrEqual(policy.maxDelaySeconds)
      }),
    )
  })
})

describe('a failure', () => {
  const cases: readonly [Failure, boolean, boolean][] = [
    [{ is: 'exit', code: 1 }, false, true],
    [{ is: 'exit', code: 75 }, true, true],
    [{ is: 'exit', code: 126 }, false, false],
    [{ is: 'exit', code: 127 }, false, false],
    [{ is: 'signal', signal: 'SIGKILL' }, true, true],
    [{ is: 'timeout', seconds: 1 }, false, true],
    [{ is: 'over-memory', limitBytes: 1, usedBytes: 2 }, false, true],
    [{ is: 'cannot-start', reason: 'EAGAIN', passing: true }, true, true],
    [{ is: 'folder-gone', path: '/a', movedTo: null, branch: null }, false, true],
    [{ is: 'all-astray', places: ['on branch x'], task: null }, false, true],
    [{ is: 'cannot-start', reason: 'ENOENT', passing: false }, false, false],
    [{ is: 'setup', code: 1, log: 'setup.log' }, false, false],
  ]

  it.each(cases)('[S7] %j: retried without a policy %s, with one %s', (failure, without, with_) => {
    expect(isWorthRetrying(failure, null)).toBe(without)
    expect(isWorthRetrying(failure, DEFAULT_RETRY)).toBe(with_)
  })
})
