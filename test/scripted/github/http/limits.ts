/** The limits of GitHub: so many requests in an hour, and the secondary ones for those who ask in bursts. */
import type { LimitOptions } from '../options.ts'
import { REST_DOCS, Refused } from './refused.ts'

type Resource = 'core' | 'graphql'

const HOUR = 3_600_000
const MINUTE = 60_000

interface Window {
  used: number
  resetAt: number
}

export interface Limits {
  /** A request is here; it counts among the concurrent ones until the answer is called. */
  arrive(): () => void
  /** Refuses a request that comes too early. */
  enter(token: string, resource: Resource, isWrite: boolean): void
  /** Refuses content that is made too quickly. */
  makeContent(token: string): void
  count(token: string, resource: Resource, points: number): void
  headers(token: string, resource: Resource): Readonly<Record<string, string>>
  standing(token: string, resource: Resource): LimitStanding
}

interface LimitStanding {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  readonly resetAt: number
}

export function createLimits(limits: LimitOptions, now: () => number): Limits {
  const windows = new Map<string, Window>()
  const points = new Map<string, { readonly at: number; readonly points: number }[]>()
  const made = new Map<string, number[]>()
  let running = 0

  function windowOf(token: string, resource: Resource): Window {
    const key = `${resource} ${token}`
    const known = windows.get(key)
    if (known !== undefined && known.resetAt > now()) return known
    const fresh = { used: 0, resetAt: now() + HOUR }
    windows.set(key, fresh)
    return fresh
  }

  function standing(token: string, resource: Resource): LimitStanding {
    const { used, resetAt } = windowOf(token, resource)
    const { perHour } = limits
    return { limit: perHour, used, remaining: Math.max(0, perHour - used), resetAt }
  }

  function refuseBurst(token: string, cost: number): void {
    const recent = (points.get(token) ?? []).filter(({ at }) => at > now() - MINUTE)
    const spent = recent.reduce((sum, one) => sum + one.points, 0)
    if (spent + cost > limits.pointsPerMinute) throw secondary(TOO_QUICK)
    points.set(token, [...recent, { at: now(), points: cost }])
  }

  return {
    standing,
    arrive() {
      running += 1
      return () => {
        running -= 1
      }
    },
    enter(token, resource, isWrite) {
      const { remaining } = standing(token, resource)
      if (remaining === 0) throw exceeded(resource)
      if (running > limits.concurrent) throw secondary(TOO_QUICK)
      refuseBurst(token, isWrite ? 5 : 1)
    },
    makeContent(token) {
      const recent = (made.get(token) ?? []).filter((at) => at > now() - MINUTE)
      if (recent.length >= limits.contentPerMinute) throw secondary(TOO_MUCH_CONTENT)
      made.set(token, [...recent, now()])
    },
    count(token, resource, cost) {
      windowOf(token, resource).used += cost
    },
    headers(token, resource) {
      const { limit, used, remaining, resetAt } = standing(token, resource)
      return {
        'x-ratelimit-limit': `${limit}`,
        'x-ratelimit-remaining': `${remaining}`,
        'x-ratelimit-used': `${used}`,
        'x-ratelimit-reset': `${Math.ceil(resetAt / 1000)}`,
        'x-ratelimit-resource': resource,
      }
    },
  }
}

const SUPPORT = 'If you reach out to GitHub Support for help, please include the request ID'

const TOO_QUICK = `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. ${SUPPORT} 0000:0000.`

const TOO_MUCH_CONTENT =
  'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.'

const LIMIT_DOCS = `${REST_DOCS}/using-the-rest-api/rate-limits-for-the-rest-api`

const secondary = (message: string, retryAfter = 60): Refused =>
  new Refused(
    403,
    { message, documentation_url: `${LIMIT_DOCS}#about-secondary-rate-limits` },
    { 'retry-after': `${retryAfter}` },
  )

/** The refusal of a secondary limit, for `failNext`. */
export const secondaryLimit = (retryAfter = 60): Refused => secondary(TOO_QUICK, retryAfter)

/** With GraphQL the status is 200, and the type says what happened. */
class Exceeded extends Refused {
  override readonly type = 'RATE_LIMIT'
}

const exceeded = (resource: Resource): Refused =>
  new Exceeded(resource === 'core' ? 403 : 200, {
    message: `API rate limit exceeded for user ID 1. ${SUPPORT} 0000:0000 and timestamp 2026-01-01 00:00:00 UTC.`,
    documentation_url: LIMIT_DOCS,
  })
