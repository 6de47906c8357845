/** The GraphQL query for the draft state, and the two mutations that change it. */

export const DRAFT_OF = `
query DraftOf($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { nameWithOwner pullRequest(number: $number) { id isDraft } }
}`

export const TO_READY = `
mutation ToReady($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`

export const TO_DRAFT = `
mutation ToDraft($id: ID!) {
  convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`
