/** The routes of reviews, of the comments in their threads, and of replies. */
import { reply, review as giveReview, type NewReviewComment } from '../acts/reviews.ts'
import { invalidField } from '../http/refused.ts'
import type { ReviewState } from '../state/model.ts'
import { pathOf } from './issue-routes.ts'
import { pageOf } from './page-of.ts'
import { named, note } from './pull-routes.ts'
import { numberAt, textAt } from './read-body.ts'
import {
  created,
  ok,
  READ_PULLS,
  route,
  WRITE_PULLS,
  type AskedOfRepository,
  type Route,
} from './route.ts'
import { review, reviewComment } from './shapes/review.ts'

const PULL = '/repos/{owner}/{repo}/pulls/{pull_number}'

export const REVIEW_ROUTES: readonly Route[] = [
  route(`GET ${PULL}/reviews`, READ_PULLS, (asked) => {
    const pull = named(asked)
    const path = pathOf(asked, `pulls/${pull.number}/reviews`)
    return pageOf(asked, path, pull.reviews, (one) => review(asked.world, pull, one))
  }),
  route(`POST ${PULL}/reviews`, WRITE_PULLS, give, { makesContent: true }),
  route(`GET ${PULL}/comments`, READ_PULLS, (asked) => {
    const pull = named(asked)
    const all = pull.threads
      .flatMap((thread) => thread.comments.map((comment) => ({ thread, comment })))
      .toSorted((one, other) => one.comment.id - other.comment.id)
    const path = pathOf(asked, `pulls/${pull.number}/comments`)
    return pageOf(asked, path, all, ({ thread, comment }) =>
      reviewComment(asked.world, pull, thread, comment),
    )
  }),
  route(
    `POST ${PULL}/comments/{comment_id}/replies`,
    WRITE_PULLS,
    (asked) => {
      const { world, by, path, body } = asked
      const pull = named(asked)
      const text = textAt(body, 'body') ?? ''
      if (text === '') throw invalidField('PullRequestReviewComment', 'body', 'missing_field')
      const to = numberAt(path, 'comment_id')
      const { thread, answer } = reply(world, pull, by, { to, body: text })
      return created(reviewComment(world, pull, thread, answer))
    },
    { makesContent: true },
  ),
]

const STATES: Readonly<Record<string, ReviewState>> = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED',
}

function give(asked: AskedOfRepository) {
  const { world, by, body } = asked
  const pull = named(asked)
  const state = STATES[textAt(body, 'event') ?? '']
  if (state === undefined) throw invalidField('PullRequestReview', 'event')
  if (state === 'APPROVED') note(asked, `approved pull request #${pull.number}`)
  const comments = (body['comments'] ?? []) as readonly NewReviewComment[]
  const made = giveReview(world, pull, by, { state, body: textAt(body, 'body'), comments })
  return ok(review(world, pull, made))
}
