/** A page of pull requests as it was sent, checked: a proxy or another server may have sent anything. */
import { OddAnswer } from './call/odd-answer.ts'
import { isRow } from './call/sent.ts'
import type { PullRequestPage, ToldPullRequest } from './pull-request-query.ts'

export interface PageOfPullRequests {
  readonly nodes: readonly ToldPullRequest[]
  /** Where the next page begins; null: this is the last one. */
  readonly next: string | null
}

/** Throws OddAnswer. */
export function pageIn(sent: unknown): PageOfPullRequests {
  if (!isRow(sent) || !('repository' in sent)) throw new OddAnswer('not-understood')
  const { repository } = sent as unknown as PullRequestPage
  const { nodes, pageInfo } = repository?.pullRequests ?? {}
  const told: unknown = nodes ?? []
  if (!Array.isArray(told)) throw new OddAnswer('not-understood')
  const next = pageInfo?.hasNextPage === true ? pageInfo.endCursor : null
  return {
    nodes: told.filter((each) => each !== null).map(pullRequestIn),
    next: typeof next === 'string' ? next : null,
  }
}

function pullRequestIn(sent: unknown): ToldPullRequest {
  if (!isRow(sent)) throw new OddAnswer('not-understood')
  const { headRepository, author } = sent
  const isWhole =
    Number.isSafeInteger(sent['number']) &&
    hasTexts(sent, ['title', 'url', 'updatedAt', 'baseRefName', 'headRefName']) &&
    (!headRepository || hasTexts(headRepository, ['nameWithOwner'])) &&
    (!author || hasTexts(author, ['login', 'avatarUrl']))
  if (!isWhole) throw new OddAnswer('not-understood')
  return sent as unknown as ToldPullRequest
}

const hasTexts = (value: unknown, fields: readonly string[]): boolean =>
  isRow(value) && fields.every((field) => typeof value[field] === 'string')
