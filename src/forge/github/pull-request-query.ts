/** The question for the open pull requests of a repository with their checks, and the form of its answer. */

/** One page of 50 costs one of the 5,000 points that a token has per hour. */
export const PULL_REQUESTS = `
query OpenPullRequests($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: OPEN, first: 50, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes {
        number
        title
        url
        updatedAt
        baseRefName
        headRefName
        headRepository { nameWithOwner }
        author { login avatarUrl(size: 64) }
        commits(last: 1) { nodes { commit { statusCheckRollup { state } } } }
      }
    }
  }
}`

/** What an answer may lack: a token may not be allowed to see everything. */
export interface PullRequestPage {
  readonly repository: {
    readonly pullRequests: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
      readonly nodes: readonly (ToldPullRequest | null)[] | null
    } | null
  } | null
}

export interface ToldPullRequest {
  readonly number: number
  readonly title: string
  readonly url: string
  readonly updatedAt: string
  readonly baseRefName: string
  readonly headRefName: string
  /** null: the fork was deleted. */
  readonly headRepository: { readonly nameWithOwner: string } | null
  /** null: the account was deleted. */
  readonly author: { readonly login: string; readonly avatarUrl: string } | null
  readonly commits: {
    readonly nodes:
      | readonly ({
          readonly commit: {
            readonly statusCheckRollup: { readonly state: string } | null
          } | null
        } | null)[]
      | null
  } | null
}
