/** Asks GitHub for the open pull requests of a repository and the state of their checks. It only reads. */
import { Octokit } from '@octokit/core'
import type { PullRequest } from '../../core/workspace/found.ts'
import type { GithubPlace } from '../../core/workspace/github-remote.ts'
import { limitedFetch } from './limited-fetch.ts'
import { pageIn, type PageOfPullRequests } from './page-in.ts'
import { pullRequestOf } from './pull-request-of.ts'
import { PULL_REQUESTS, type PullRequestPage } from './pull-request-query.ts'

export interface ListedPullRequests {
  readonly pulls: readonly PullRequest[]
  /** There are more than we ask for. */
  readonly isCut: boolean
}

/** 500 pull requests; those that changed last come first. */
const MOST_PAGES = 10
const LONGEST_WAIT = 15_000

/** Rejects with the errors of Octokit, or with OddAnswer. */
export async function listPullRequests(
  { site, owner, name, ours }: GithubPlace,
  token: string,
  signal: AbortSignal,
): Promise<ListedPullRequests> {
  const octokit = new Octokit({
    auth: token,
    baseUrl: site.api,
    userAgent: 'conductor',
    log: SILENT,
    request: { fetch: limitedFetch },
  })
  const pulls: PullRequest[] = []
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const request = { signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT)]) }
    const { nodes, next } = await pageOf(octokit, { owner, name, after, request })
    pulls.push(...nodes.map((each) => pullRequestOf(each, ours)))
    if (next === null) return { pulls, isCut: false }
    after = next
  }
  return { pulls, isCut: true }
}

const nothing = (): void => {}
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** A token that may not see checks still gets the pull requests: GitHub then answers in part. */
async function pageOf(
  octokit: Octokit,
  variables: Readonly<Record<string, unknown>>,
): Promise<PageOfPullRequests> {
  try {
    return pageIn(await octokit.graphql(PULL_REQUESTS, variables))
  } catch (error) {
    const { data } = error as { readonly data?: PullRequestPage | null }
    if (data?.repository?.pullRequests?.nodes) return pageIn(data)
    throw error
  }
}
