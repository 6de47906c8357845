/** Asks GitHub for the open pull requests of a repository and the state of their checks. It only reads. */
import type { Octokit } from '@octokit/core'
import type { PullRequest } from '../../core/workspace/found.ts'
import type { GithubPlace } from '../../core/workspace/github-remote.ts'
import { githubClient, ONCE } from './call/github-client.ts'
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

/** Rejects with the errors of Octokit, or with OddAnswer. */
export async function listPullRequests(
  { site, owner, name, ours }: GithubPlace,
  token: string,
  closing: AbortSignal,
): Promise<ListedPullRequests> {
  const octokit = githubClient({ site, token, closing, patience: ONCE })
  const pulls: PullRequest[] = []
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const { nodes, next } = await pageOf(octokit, { owner, name, after })
    pulls.push(...nodes.map((each) => pullRequestOf(each, ours)))
    if (next === null) return { pulls, isCut: false }
    after = next
  }
  return { pulls, isCut: true }
}

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
