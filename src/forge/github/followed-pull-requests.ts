/** Keeps what GitHub said about a repository, and asks again when that is old enough. */
import type { PullRequest } from '../../core/workspace/found.ts'
import type { GithubPlace } from '../../core/workspace/github-remote.ts'
import { refreshAt, type RefreshTimes } from '../../core/workspace/refresh-at.ts'
import { githubToken } from './call/github-token.ts'
import type { ListedPullRequests } from './list-pull-requests.ts'
import { READ_PULLS } from './call/aim.ts'
import { NO_TOKEN, NOT_UNDERSTOOD, problemOf, type GithubProblem } from './call/say-problem.ts'

export interface FollowedPullRequests {
  /** Does not wait for GitHub, except a moment for its first answer, or when it is to be asked now. */
  read(
    place: GithubPlace,
    times: RefreshTimes,
    now: 'asked' | 'as usual',
  ): Promise<KnownPullRequests>
  [Symbol.dispose](): void
}

export interface KnownPullRequests {
  readonly pulls: readonly PullRequest[]
  readonly problem: GithubProblem | null
  readonly isCut: boolean
}

/** Milliseconds. */
const FIRST_PATIENCE = 2000
const AGAIN_AFTER_PROBLEM = 120_000

const NOTHING: ListedPullRequests = { pulls: [], isCut: false }

/** inTurn: limits how many repositories are asked for at once. */
export function followPullRequests(
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>,
  clock: () => number = Date.now,
): FollowedPullRequests {
  const closing = new AbortController()
  let newest: ListedPullRequests = NOTHING
  let problem: GithubProblem | null = null
  let nextAt = -Infinity
  let asked: string | null = null
  let asking: Promise<void> | null = null

  return {
    async read(place, times, now) {
      const which = `${place.site.api} ${place.owner}/${place.name}`
      if (which !== asked) {
        ;[newest, problem, nextAt, asked] = [NOTHING, null, -Infinity, which]
      }
      const isFirst = nextAt === -Infinity
      if (now === 'asked' || clock() >= nextAt)
        asking ??= refresh(place, times)
          // No caller may be waiting for this promise, and an unhandled rejection would end the server.
          .catch(() => fail(NOT_UNDERSTOOD))
          .finally(() => (asking = null))
      if (now === 'asked') await asking
      else if (isFirst && asking !== null) await Promise.race([asking, moment()])
      return { ...newest, problem }
    },
    [Symbol.dispose]: () => closing.abort(),
  }

  async function refresh(place: GithubPlace, times: RefreshTimes): Promise<void> {
    try {
      const token = await githubToken(place.site.host)
      if (token === null) return fail(NO_TOKEN)
      // Only those who have a token need Octokit.
      const { listPullRequests } = await import('./list-pull-requests.ts')
      newest = await inTurn(() => listPullRequests(place, token, closing.signal))
      problem = null
      nextAt = clock() + refreshAt(newest.pulls, times) * 1000
    } catch (error) {
      const repository = `${place.owner}/${place.name}`
      fail(problemOf(error, { repository, api: place.site.api, aim: READ_PULLS, now: clock() }))
    }
  }

  /** What was known before stays. */
  function fail(why: GithubProblem): void {
    problem = asNotice(why)
    nextAt = Math.max(why.notBefore ?? 0, clock() + AGAIN_AFTER_PROBLEM)
  }
}

/** Adds what the tracker shows without GitHub, and which setting helps. */
function asNotice(problem: GithubProblem): GithubProblem {
  const { message, hint } = problem
  if (problem === NO_TOKEN)
    return {
      ...problem,
      message: `pull requests and their checks are not shown: ${message}`,
      hint: `${hint}; workspaces.pull_requests: none hides this`,
    }
  const slower = '; a longer workspaces.pr_refresh asks less often'
  return {
    ...problem,
    message: `pull requests are not up to date: ${message}`,
    hint: problem.is === 'rate-limit' ? `${hint}${slower}` : hint,
  }
}

const moment = (): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, FIRST_PATIENCE).unref())
