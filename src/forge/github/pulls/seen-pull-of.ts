/** Turns a pull request of GitHub, from GraphQL or REST, into a SeenPull. */
import { JUST_OPENED, type ReviewState, type SeenPull } from '../../../core/forge/seen-pull.ts'
import { oneLineOf } from '../../../core/text/plain-text.ts'
import { commitId, type CommitId } from '../../../core/value/ids.ts'
import { mustNumber } from '../call/must-number.ts'
import { isTrueIn, nodesIn, rowIn, rowsIn, textIn, webAddressIn, type Row } from '../call/sent.ts'
import { checksOf } from './checks-of.ts'
import { commentsOf, olderThanThose } from './comments-of.ts'

/** Throws OddAnswer. */
export function seenPullOf(row: Row): SeenPull {
  const commit = rowIn(nodesIn(row, 'commits')[0], 'commit')
  return {
    number: mustNumber(row),
    url: webAddressIn(row, 'url'),
    state: STATES.get(textIn(row, 'state')) ?? 'open',
    isDraft: isTrueIn(row, 'isDraft'),
    head: textIn(row, 'headRefName'),
    headCommit: commitIn(row, 'headRefOid'),
    base: textIn(row, 'baseRefName'),
    title: oneLineOf(textIn(row, 'title')),
    body: textIn(row, 'body'),
    mergeCommit: commitIn(rowIn(row, 'mergeCommit'), 'oid'),
    mergeable: MERGEABLE.get(textIn(row, 'mergeable')) ?? 'unknown',
    checks: checksOf(rowIn(commit, 'statusCheckRollup')),
    review: reviewIn(row),
    comments: commentsOf(row),
    olderComments: olderThanThose(row),
    labels: nodesIn(row, 'labels').map((each) => textIn(each, 'name')),
    reviewers: nodesIn(row, 'reviewRequests')
      .map(reviewerIn)
      .filter((each) => each !== ''),
  }
}

/** For a pull request that was just opened: it has no comments yet. Throws OddAnswer. */
export function openedPullOf(row: Row): SeenPull {
  const reviewers = rowsIn(row, 'requested_reviewers')
  return {
    ...JUST_OPENED,
    number: mustNumber(row),
    url: webAddressIn(row, 'html_url'),
    isDraft: isTrueIn(row, 'draft'),
    head: textIn(rowIn(row, 'head'), 'ref'),
    headCommit: commitIn(rowIn(row, 'head'), 'sha'),
    base: textIn(rowIn(row, 'base'), 'ref'),
    title: oneLineOf(textIn(row, 'title')),
    body: textIn(row, 'body'),
    labels: rowsIn(row, 'labels').map((each) => textIn(each, 'name')),
    reviewers: reviewers.map((each) => textIn(each, 'login')),
  }
}

/** null: the field is no commit. */
const commitIn = (row: Row, field: string): CommitId | null => {
  const id = textIn(row, field)
  return /^[0-9a-f]{40,64}$/.test(id) ? commitId(id) : null
}

const STATES: ReadonlyMap<string, SeenPull['state']> = new Map<string, SeenPull['state']>([
  ['OPEN', 'open'],
  ['MERGED', 'merged'],
  ['CLOSED', 'closed'],
])

const MERGEABLE: ReadonlyMap<string, SeenPull['mergeable']> = new Map<
  string,
  SeenPull['mergeable']
>([
  ['MERGEABLE', 'yes'],
  ['CONFLICTING', 'conflict'],
])

/** If a rule of the repository demands reviews, GitHub decides. Otherwise the last review of each person with write access counts. */
function reviewIn(row: Row): ReviewState {
  const decision = textIn(row, 'reviewDecision')
  const states =
    decision === ''
      ? nodesIn(row, 'latestOpinionatedReviews').map((each) => textIn(each, 'state'))
      : [decision]
  if (states.includes('CHANGES_REQUESTED')) return 'changes-requested'
  return states.includes('APPROVED') ? 'approved' : 'none'
}

const reviewerIn = (request: Row): string => {
  const reviewer = rowIn(request, 'requestedReviewer')
  return textIn(reviewer, 'login') || textIn(reviewer, 'combinedSlug')
}
