/** The query for the pull requests of many branches, with everything that is shown about them. */

/**
 * Asks for the newest pull requests of each branch. 30 branches cost about 20 of the 5,000 points that a token has
 * per hour. The answer has the newest 50 comments, reviews and threads, and the newest 10 comments of a thread; how
 * many older ones there are is told to agents.
 */
export function pullsQuery(branches: number, ofEach: number): string {
  const all = Array.from({ length: branches }, (_, n) => n)
  const order = 'orderBy: { field: CREATED_AT, direction: DESC }'
  const fields = all.map(
    (n) =>
      `    ${aliasOf(n)}: pullRequests(headRefName: $${aliasOf(n)}, first: ${ofEach}, ${order}) { nodes { ...Pull } }`,
  )
  return `
query PullRequestsOf($owner: String!, $name: String!, ${all.map((n) => `$${aliasOf(n)}: String!`).join(', ')}) {
  repository(owner: $owner, name: $name) {
    nameWithOwner
${fields.join('\n')}
  }
}
${PULL}`
}

/** The alias of a branch in the query, as a variable and in the answer. */
export const aliasOf = (branch: number): string => `b${branch}`

const PULL = `
fragment Pull on PullRequest {
  number
  url
  state
  isDraft
  title
  body
  headRefName
  headRefOid
  headRepository { nameWithOwner }
  baseRefName
  mergeable
  mergeCommit { oid }
  reviewDecision
  latestOpinionatedReviews(last: 20, writersOnly: true) { nodes { state } }
  labels(first: 20) { nodes { name } }
  reviewRequests(first: 20) {
    nodes { requestedReviewer { ... on User { login } ... on Bot { login } ... on Mannequin { login } ... on Team { combinedSlug } } }
  }
  commits(last: 1) { nodes { commit { oid statusCheckRollup { ...Checks } } } }
  comments(last: 50) { totalCount nodes { ...Said isMinimized } }
  reviews(last: 50) { totalCount nodes { ...Said state submittedAt } }
  reviewThreads(last: 50) {
    totalCount
    nodes {
      isResolved
      isOutdated
      path
      line
      originalLine
      comments(last: 10) { totalCount nodes { ...Said state } }
    }
  }
}
fragment Checks on StatusCheckRollup {
  state
  contexts(first: 100) {
    totalCount
    nodes {
      __typename
      ... on CheckRun { databaseId name status conclusion detailsUrl url title summary checkSuite { app { slug } } }
      ... on StatusContext { context state description targetUrl }
    }
  }
}
fragment Said on Comment {
  id
  author { __typename login }
  authorAssociation
  body
  createdAt
  ... on IssueComment { url }
  ... on PullRequestReview { url }
  ... on PullRequestReviewComment { url }
}`
