/** Reviews of a pull request, their threads and replies. */
import { brokenRule, notFound, unprocessable } from '../http/refused.ts'
import type { Account, Pull, Review, ReviewComment, ReviewState, Thread } from '../state/model.ts'
import type { World } from '../state/world.ts'

export interface NewReview {
  readonly state: ReviewState
  readonly body?: string | undefined
  readonly comments?: readonly NewReviewComment[] | undefined
}

export interface NewReviewComment {
  readonly path: string
  readonly line: number
  readonly body: string
}

export function review(world: World, pull: Pull, by: Account, wanted: NewReview): Review {
  const { state, body = '', comments = [] } = wanted
  if (by === pull.author && state !== 'COMMENTED') throw unprocessable(ownReview(state))
  if (state !== 'APPROVED' && body === '' && comments.length === 0)
    throw unprocessable('Body is required for this review')
  const made: Review = {
    id: world.nextId(),
    author: by,
    body,
    state,
    commit: pull.headSha,
    submittedAt: world.now(),
  }
  pull.reviews.push(made)
  for (const { path, line, body: text } of comments)
    pull.threads.push(newThread(world, pull, { path, line, first: [made, text] }))
  pull.requestedReviewers = pull.requestedReviewers.filter((one) => one !== by)
  pull.updatedAt = world.now()
  return made
}

const ownReview = (state: ReviewState): string =>
  state === 'APPROVED'
    ? 'Can not approve your own pull request'
    : 'Can not request changes on your own pull request'

function newThread(
  world: World,
  pull: Pull,
  { path, line, first }: Pick<Thread, 'path' | 'line'> & { readonly first: [Review, string] },
): Thread {
  const comments = [reviewComment(world, first[0], first[1], null)]
  const id = world.nextId()
  return { id, path, line, commit: pull.headSha, resolvedBy: null, comments }
}

function reviewComment(
  world: World,
  of: Review,
  body: string,
  inReplyTo: number | null,
): ReviewComment {
  const now = world.now()
  const id = world.nextId()
  return { id, author: of.author, body, createdAt: now, updatedAt: now, review: of, inReplyTo }
}

/** A reply is a review of its own, without a verdict, as on GitHub. */
export function reply(
  world: World,
  pull: Pull,
  by: Account,
  { to, body }: { readonly to: number; readonly body: string },
) {
  const thread = pull.threads.find(({ comments }) => comments.some(({ id }) => id === to))
  if (thread === undefined) throw notFound()
  const made: Review = {
    id: world.nextId(),
    author: by,
    body: '',
    state: 'COMMENTED',
    commit: pull.headSha,
    submittedAt: world.now(),
  }
  pull.reviews.push(made)
  const answer = reviewComment(world, made, body, thread.comments[0]!.id)
  thread.comments.push(answer)
  pull.updatedAt = world.now()
  return { thread, answer }
}

export function requestReviewers(world: World, pull: Pull, reviewers: readonly Account[]): void {
  const { collaborators } = pull.repository
  if (reviewers.includes(pull.author))
    throw unprocessable('Review cannot be requested from pull request author.')
  if (reviewers.some(({ login }) => !collaborators.has(login.toLowerCase())))
    throw brokenRule('PullRequest', strangerText(pull))
  pull.requestedReviewers = [...new Set([...pull.requestedReviewers, ...reviewers])]
  pull.updatedAt = world.now()
}

const strangerText = ({ repository: { owner, name } }: Pull): string =>
  `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${owner.login}/${name} repository.`

/** The last review with a verdict, of everyone who gave one. */
export function verdicts(pull: Pull): readonly Review[] {
  const given = pull.reviews.filter(({ state }) => state !== 'COMMENTED')
  return [...new Map(given.map((one) => [one.author, one])).values()]
}

export type Decision = 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED' | null

/** Null wherever the base branch requires no reviews, whatever was said: those who want to know must read the reviews. */
export function reviewDecision(pull: Pull): Decision {
  const { requiredReviews, protectedBranches } = pull.repository
  if (requiredReviews === 0 || !protectedBranches.includes(pull.baseBranch)) return null
  const said = verdicts(pull).map(({ state }) => state)
  if (said.includes('CHANGES_REQUESTED')) return 'CHANGES_REQUESTED'
  const approvals = said.filter((state) => state === 'APPROVED').length
  return approvals < requiredReviews ? 'REVIEW_REQUIRED' : 'APPROVED'
}
