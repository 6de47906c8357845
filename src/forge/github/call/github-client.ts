/** Octokit as we use it: it repeats what failed by chance, keeps to GitHub's pace, and prints nothing. */
import { Octokit } from '@octokit/core'
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
  /** How often a request is repeated that GitHub did not answer, or answered with a fault of its own. */
  readonly repeats: number
  /** Milliseconds before the first repetition; four times as long before the second. */
  readonly pause: number
  /** Waits a second between two writes, and three between two that send mail to people, as GitHub asks its users to. */
  readonly isPaced: boolean
}

/** Nobody waits for an answer, and it is asked again anyway. */
export const ONCE: Patience = { repeats: 0, pause: 0, isPaced: false }

/** An Enterprise server has no such limits, unless its owner sets some; then it says so in its answers. */
export const patienceWith = ({ api }: GithubSite): Patience => ({
  repeats: 2,
  pause: 1000,
  isPaced: /^https:\/\/api\.(github\.com|[^/]+\.ghe\.com)(\/|$)/.test(api),
})

const PatientOctokit = Octokit.plugin(repeatNoOddAnswer, retry, throttling)

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
    // Whoever asked decides when to ask again: nothing waits here for an hour.
    throttle: { enabled: patience.isPaced, onRateLimit: never, onSecondaryRateLimit: never },
  })
}

/** Answers that would be the same a second later. */
const DECIDED = [400, 401, 403, 404, 409, 410, 422, 429, 451]

/** Octokit takes an answer that we refuse for a lost connection. */
function repeatNoOddAnswer(octokit: Octokit): void {
  octokit.hook.error('request', (error, options) => {
    if (error.cause instanceof OddAnswer) options.request = { ...options.request, retries: 0 }
    throw error
  })
}

const never = (): boolean => false
const nothing = (): void => {}
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }
