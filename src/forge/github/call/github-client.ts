/** Octokit as we use it: it repeats requests that failed by chance, keeps to the pace of GitHub, and prints nothing. */
import { Octokit, type OctokitOptions } from '@octokit/core'
import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import type { GithubSite } from '../../../core/workspace/github-remote.ts'
import { conditionalFetch } from './conditional-fetch.ts'
import { limitedFetch } from './limited-fetch.ts'
import { OddAnswer } from './odd-answer.ts'

export interface ClientOptions {
  readonly site: GithubSite
  readonly token: string
  readonly closing: AbortSignal
  readonly patience: Patience
}

export interface Patience {
  /** How often a request is repeated after no answer, or after an error of GitHub (5xx). */
  readonly repeats: number
  /** Milliseconds before the first repetition; four times as long before the second. */
  readonly pause: number
  /** Waits a second between two writes, and three seconds between two that send mail to people, as GitHub asks for. */
  readonly isPaced: boolean
}

/** For requests that are repeated at intervals anyway. */
export const ONCE: Patience = { repeats: 0, pause: 0, isPaced: false }

/** An Enterprise server has no such limits unless its owner sets some; its answers then say so. */
export const patienceWith = ({ api }: GithubSite): Patience => ({
  repeats: 2,
  pause: 1000,
  isPaced: /^https:\/\/api\.(github\.com|[^/]+\.ghe\.com)(\/|$)/.test(api),
})

const PatientOctokit = Octokit.plugin(repeatLess, retry, throttling)

export function githubClient({ site, token, closing, patience }: ClientOptions): Octokit {
  return new PatientOctokit({
    auth: token,
    baseUrl: site.api,
    userAgent: 'conductor',
    log: SILENT,
    request: { fetch: conditionalFetch(limitedFetch(closing)) },
    retry: {
      retries: patience.repeats,
      retryAfterBaseValue: patience.pause,
      doNotRetry: DECIDED,
    },
    // The caller decides when to ask again; otherwise a request could wait for an hour.
    throttle: { enabled: patience.isPaced, onRateLimit: never, onSecondaryRateLimit: never },
  })
}

/** Statuses that would be the same a second later. */
const DECIDED = [400, 401, 403, 404, 409, 410, 422, 429, 451]

/** Octokit would repeat an OddAnswer, which it takes for a lost connection, and wait for a server that is not there. */
function repeatLess(octokit: Octokit, { retry: usual }: OctokitOptions): void {
  octokit.hook.error('request', (error, options) => {
    const retries = Math.min(usual?.retries ?? 0, mostRepeats(error.cause))
    options.request = { ...options.request, retries }
    throw error
  })
}

const mostRepeats = (cause: unknown): number => {
  if (cause instanceof OddAnswer) return 0
  return isNobodyThere(cause) ? 1 : Infinity
}

/** A refused connection or an unknown host is told at once, and is hardly different some seconds later. */
const isNobodyThere = (error: unknown): boolean =>
  error instanceof Error &&
  (NOBODY_THERE.has('code' in error ? String(error.code) : error.message) ||
    isNobodyThere(error.cause))

/** fetch refuses the ports of some old services by itself. */
const BAD_PORT = 'bad port'

const NOBODY_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', BAD_PORT])

const never = (): boolean => false
const nothing = (): void => {}
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }
