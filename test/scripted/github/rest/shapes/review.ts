/** Reviews and the comments in their threads, as GitHub's REST API tells them. */
import {
  fullName,
  type Pull,
  type Review,
  type ReviewComment,
  type Thread,
} from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import type { World } from '../../state/world.ts'
import { simpleUser } from './account.ts'
import { addressOf, reactions } from './issue.ts'
import { time } from './time.ts'

export function review(world: World, pull: Pull, one: Review) {
  const url = `${world.api}/repos/${fullName(pull.repository)}/pulls/${pull.number}`
  const html = `${addressOf(world, pull)}#pullrequestreview-${one.id}`
  return {
    id: one.id,
    node_id: nodeId(world, 'PullRequestReview', one),
    user: simpleUser(world, one.author),
    body: one.body,
    state: one.state,
    html_url: html,
    pull_request_url: url,
    author_association: 'COLLABORATOR',
    _links: { html: { href: html }, pull_request: { href: url } },
    submitted_at: time(one.submittedAt),
    commit_id: one.commit,
  }
}

export function reviewComment(world: World, pull: Pull, thread: Thread, one: ReviewComment) {
  const pulls = `${world.api}/repos/${fullName(pull.repository)}/pulls`
  const url = `${pulls}/comments/${one.id}`
  const html = `${addressOf(world, pull)}#discussion_r${one.id}`
  const isCurrent = thread.commit === pull.headSha
  return {
    url,
    pull_request_review_id: one.review.id,
    id: one.id,
    node_id: nodeId(world, 'PullRequestReviewComment', one),
    diff_hunk: `@@ -${thread.line},1 +${thread.line},1 @@`,
    path: thread.path,
    commit_id: pull.headSha,
    original_commit_id: thread.commit,
    user: simpleUser(world, one.author),
    body: one.body,
    created_at: time(one.createdAt),
    updated_at: time(one.updatedAt),
    html_url: html,
    pull_request_url: `${pulls}/${pull.number}`,
    author_association: 'COLLABORATOR',
    _links: {
      self: { href: url },
      html: { href: html },
      pull_request: { href: `${pulls}/${pull.number}` },
    },
    reactions: reactions(url),
    start_line: null,
    original_start_line: null,
    start_side: null,
    line: isCurrent ? thread.line : null,
    original_line: thread.line,
    side: 'RIGHT',
    original_position: 1,
    position: isCurrent ? 1 : null,
    subject_type: 'line',
    ...(one.inReplyTo === null ? {} : { in_reply_to_id: one.inReplyTo }),
  }
}
