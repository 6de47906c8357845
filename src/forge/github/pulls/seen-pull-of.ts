/** Turns a pull request of GitHub, from GraphQL or REST, into a SeenPull. */
import type { ReviewState, SeenPull } from '../../../core/forge/seen-pull.ts'
import { oneLineOf } from '../../../core/text/plain-text.ts'
import { commitId, type CommitId } from '../../../core/value/ids.ts'
import { OddAnswer } from '../call/odd-answer.ts'
import {
  isTrueIn,
  nodesIn,
  numberIn,
  rowIn,
  rowsIn,
  textIn,
  webAddressIn,
  type Row,
} from '../call/sent.ts'
import { checksOf } from './checks-of.ts'
import { commentsOf } from './comments-of.ts'

/** Throws OddAnswer. */
export function seenPullOf(told: Row): SeenPull {
  const commit = rowIn(nodesIn(told, 'commits')[0], 'commit')
  return {
    number: mustNumber(told),
    url: webAddressIn(told, 'url'),
    state: STATES.get(textIn(told, 'state')) ?? 'open',
    isDraft: isTrueIn(told, 'isDraft'),
    head: textIn(told, 'headRefName'),
    headCommit: commitIn(told, 'headRefOid'),
    base: textIn(told, 'baseRefName'),
    title: oneLineOf(textIn(told, 'title')),
    body: textIn(told, 'body'),
    mergeCommit: commitIn(rowIn(told, 'mergeCommit'), 'oid'),
    mergeable: MERGEABLE.get(textIn(told, 'mergeable')) ?? 'unknown',
    checks: checksOf(rowIn(commit, 'statusCheckRollup')),
    review: reviewIn(told),
    comments: commentsOf(told),
    labels: nodesIn(told, 'labels').map((each) => textIn(each, 'name')),
    reviewers: nodesIn(told, 'reviewRequests')
      .map(reviewerIn)
      .filter((each) => each !== ''),
  }
}

/** For a pull request that was just opened: it has no comments yet. Throws OddAnswer. */
export function openedPullOf(told: Row): SeenPull {
  const reviewers = rowsIn(told, 'requested_reviewers')
  return {
    number: mustNumber(told),
    url: webAddressIn(told, 'html_url'),
    state: 'open',
    isDraft: isTrueIn(told, 'draft'),
    head: textIn(rowIn(told, 'head'), 'ref'),
    headCommit: commitIn(rowIn(told, 'head'), 'sha'),
    base: textIn(rowIn(told, 'base'), 'ref'),
    title: oneLineOf(textIn(told, 'title')),
    body: textIn(told, 'body'),
    mergeCommit: null,
    mergeable: 'unknown',
    checks: [],
    review: 'none',
    comments: [],
    labels: rowsIn(told, 'labels').map((each) => textIn(each, 'name')),
    reviewers: reviewers.map((each) => textIn(each, 'login')),
  }
}

function mustNumber(told: Row): number {
  const number = numberIn(told, 'number')
  if (number === null) throw new OddAnswer('not-understood')
  return number
}

/** null: the field is no commit. */
const commitIn = (told: Row, field: string): CommitId | null => {
  const id = textIn(told, field)
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
function reviewIn(told: Row): ReviewState {
  const decision = textIn(told, 'reviewDecision')
  const states =
    decision === ''
      ? nodesIn(told, 'latestOpinionatedReviews').map((each) => textIn(each, 'state'))
      : [decision]
  if (states.includes('CHANGES_REQUESTED')) return 'changes-requested'
  return states.includes('APPROVED') ? 'approved' : 'none'
}

const reviewerIn = (request: Row): string => {
  const reviewer = rowIn(request, 'requestedReviewer')
  return textIn(reviewer, 'login') || textIn(reviewer, 'combinedSlug')
}
