/** The queries for issues: open issues page by page, or the issues with certain numbers. */

/** Fields that an Enterprise server may not know yet. */
export const LATER_FIELDS = ['blockedBy', 'subIssues', 'closedByPullRequestsReferences'] as const
export type LaterField = (typeof LATER_FIELDS)[number]

/** GitHub returns issues with one of the labels; the caller has to check for all of them. */
export const openIssuesQuery = (knownFields: ReadonlySet<LaterField>): string => `
query OpenIssues($owner: String!, $name: String!, $labels: [String!], $first: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    nameWithOwner
    issues(states: OPEN, labels: $labels, first: $first, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes { ...Asked }
    }
  }
}
${issueFragment(knownFields)}`

export function numberedIssuesQuery(count: number, knownFields: ReadonlySet<LaterField>): string {
  const all = Array.from({ length: count }, (_, n) => n)
  return `
query IssuesByNumber($owner: String!, $name: String!, ${all.map((n) => `$${aliasOf(n)}: Int!`).join(', ')}) {
  repository(owner: $owner, name: $name) {
    nameWithOwner
${all.map((n) => `    ${aliasOf(n)}: issue(number: $${aliasOf(n)}) { ...Asked }`).join('\n')}
  }
}
${issueFragment(knownFields)}`
}

/** The alias of an issue in the query, as a variable and in the answer. */
export const aliasOf = (issue: number): string => `i${issue}`

const issueFragment = (knownFields: ReadonlySet<LaterField>): string => `
fragment Asked on Issue {
  number
  title
  body
  url
  state
  updatedAt
  author { login }
  authorAssociation
  labels(first: 50) { nodes { name } }
  assignees(first: 20) { nodes { login isViewer } }
${LATER_FIELDS.filter((field) => knownFields.has(field))
  .map((field) => LATER[field])
  .join('\n')}
}`

const OTHER = '{ nodes { number state repository { nameWithOwner } } }'

const LATER: Readonly<Record<LaterField, string>> = {
  blockedBy: `  blockedBy(first: 20) ${OTHER}`,
  subIssues: `  subIssues(first: 50) ${OTHER}`,
  closedByPullRequestsReferences: `  closedByPullRequestsReferences(first: 10) ${OTHER}`,
}
