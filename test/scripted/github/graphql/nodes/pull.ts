/** Pull requests, reviews and threads as GraphQL tells them. */
import { closingIssues } from '../../acts/closing-issues.ts'
import { askMergeability, mergeState } from '../../acts/mergeability.ts'
import { reviewDecision, verdicts } from '../../acts/reviews.ts'
import { commitsBetween, linesBetween } from '../../git/bare-repository.ts'
import { addressOf } from '../../rest/shapes/issue.ts'
import { time } from '../../rest/shapes/time.ts'
import type { Mergeability, Pull, Review, ReviewComment, Thread } from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import { connection, type PageArguments } from '../connection.ts'
import type { Viewer } from '../viewer.ts'
import { actorNode } from './actor.ts'
import { commitNode } from './commit.ts'
import { associationOf, conversationFields } from './issue.ts'
import { refNode } from './ref.ts'

export function pullNode(viewer: Viewer, pull: Pull): object {
  return {
    __typename: 'PullRequest',
    id: nodeId(viewer.world, 'PullRequest', pull),
    ...conversationFields(viewer, pull),
    ...branchFields(viewer, pull),
    ...mergeFields(viewer, pull),
    state: pull.merged === null ? pull.state.toUpperCase() : 'MERGED',
    isDraft: pull.isDraft,
    reviewDecision: reviewDecision(pull),
    reviews: (page: PageArguments) =>
      connection('reviews', pull.reviews, page, (one) => reviewNode(viewer, pull, one)),
    latestReviews: (page: PageArguments) => {
      const latest = new Map(pull.reviews.map((one) => [one.author, one]))
      return connection('latestReviews', [...latest.values()], page, (one) =>
        reviewNode(viewer, pull, one),
      )
    },
    latestOpinionatedReviews: (page: PageArguments) =>
      connection('latestOpinionatedReviews', verdicts(pull), page, (one) =>
        reviewNode(viewer, pull, one),
      ),
    reviewThreads: (page: PageArguments) =>
      connection('reviewThreads', pull.threads, page, (one) => threadNode(viewer, pull, one)),
    reviewRequests: (page: PageArguments) =>
      connection('reviewRequests', pull.requestedReviewers, page, (one) => ({
        __typename: 'ReviewRequest',
        requestedReviewer: actorNode(viewer, one),
      })),
    closingIssuesReferences: (page: PageArguments) =>
      connection('closingIssuesReferences', closingIssues(pull), page, (one) =>
        viewer.show.issue(one),
      ),
  }
}

function branchFields(viewer: Viewer, pull: Pull) {
  const { repository } = pull
  return {
    headRefName: pull.headBranch,
    headRefOid: pull.headSha,
    headRef: () => refNode(viewer, repository, pull.headBranch),
    baseRefName: pull.baseBranch,
    baseRefOid: pull.baseSha,
    baseRef: () => refNode(viewer, repository, pull.baseBranch),
    isCrossRepository: false,
    repository: () => viewer.show.repository(repository),
    headRepository: () => viewer.show.repository(repository),
    headRepositoryOwner: () => actorNode(viewer, repository.owner),
    commits: async (page: PageArguments) => {
      const commits = await commitsBetween(repository.folder, pull.baseSha, pull.headSha)
      return connection('commits', commits, page, (oid) => ({
        __typename: 'PullRequestCommit',
        id: `PURC_${oid}`,
        commit: commitNode(viewer, repository, oid),
      }))
    },
  }
}

const MERGEABLE: Readonly<Record<Mergeability, string>> = {
  clean: 'MERGEABLE',
  dirty: 'CONFLICTING',
  unknown: 'UNKNOWN',
}

function mergeFields(viewer: Viewer, pull: Pull) {
  const { merged, repository } = pull
  let asked: Promise<Mergeability> | undefined
  const ask = (): Promise<Mergeability> =>
    (asked ??=
      pull.state === 'open' ? askMergeability(viewer.world, pull) : Promise.resolve('unknown'))
  return {
    merged: merged !== null,
    mergedAt: merged === null ? null : time(merged.at),
    mergedBy: merged === null ? null : actorNode(viewer, merged.by),
    mergeCommit: () => (merged === null ? null : commitNode(viewer, repository, merged.sha)),
    mergeable: async () => MERGEABLE[await ask()],
    mergeStateStatus: async () => mergeState(pull, await ask()).toUpperCase(),
    additions: async () => (await counts()).additions,
    deletions: async () => (await counts()).deletions,
    changedFiles: async () => (await counts()).files,
  }

  function counts() {
    return linesBetween(repository.folder, pull.baseSha, pull.headSha)
  }
}

const reviewNode = (viewer: Viewer, pull: Pull, review: Review) => ({
  __typename: 'PullRequestReview',
  id: nodeId(viewer.world, 'PullRequestReview', review),
  databaseId: review.id,
  fullDatabaseId: `${review.id}`,
  author: actorNode(viewer, review.author),
  authorAssociation: associationOf(review.author, pull.repository),
  body: review.body,
  state: review.state,
  submittedAt: time(review.submittedAt),
  createdAt: time(review.submittedAt),
  url: `${addressOf(viewer.world, pull)}#pullrequestreview-${review.id}`,
  commit: () => commitNode(viewer, pull.repository, review.commit),
  comments: (page: PageArguments) => {
    const all = pull.threads.flatMap((thread) =>
      thread.comments.map((comment) => ({ thread, comment })),
    )
    const own = all.filter(({ comment }) => comment.review === review)
    return connection('comments', own, page, ({ thread, comment }) =>
      reviewCommentNode(viewer, pull, thread, comment),
    )
  },
})

export function threadNode(viewer: Viewer, pull: Pull, thread: Thread) {
  const isOutdated = thread.commit !== pull.headSha
  return {
    __typename: 'PullRequestReviewThread',
    id: nodeId(viewer.world, 'PullRequestReviewThread', thread),
    isResolved: thread.resolvedBy !== null,
    isOutdated,
    isCollapsed: thread.resolvedBy !== null,
    resolvedBy: thread.resolvedBy === null ? null : actorNode(viewer, thread.resolvedBy),
    path: thread.path,
    line: isOutdated ? null : thread.line,
    originalLine: thread.line,
    diffSide: 'RIGHT',
    comments: (page: PageArguments) =>
      connection('comments', thread.comments, page, (one) =>
        reviewCommentNode(viewer, pull, thread, one),
      ),
  }
}

const reviewCommentNode = (viewer: Viewer, pull: Pull, thread: Thread, one: ReviewComment) => ({
  __typename: 'PullRequestReviewComment',
  id: nodeId(viewer.world, 'PullRequestReviewComment', one),
  databaseId: one.id,
  fullDatabaseId: `${one.id}`,
  author: actorNode(viewer, one.author),
  authorAssociation: associationOf(one.author, pull.repository),
  body: one.body,
  bodyText: one.body,
  path: thread.path,
  line: thread.commit === pull.headSha ? thread.line : null,
  originalLine: thread.line,
  diffHunk: `@@ -${thread.line},1 +${thread.line},1 @@`,
  outdated: thread.commit !== pull.headSha,
  state: 'SUBMITTED',
  createdAt: time(one.createdAt),
  updatedAt: time(one.updatedAt),
  url: `${addressOf(viewer.world, pull)}#discussion_r${one.id}`,
})
