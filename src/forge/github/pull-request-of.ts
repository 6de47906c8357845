/** A pull request as GitHub tells it, in our words. */
import { oneLineOf } from '../../core/text/plain-text.ts'
import type { PullRequest } from '../../core/workspace/found.ts'
import type { CiStatus } from '../../core/workspace/tracker.ts'
import { webAddressIn } from './call/sent.ts'
import type { ToldPullRequest } from './pull-request-query.ts'

/** ours: owner/name in small letters, of all repositories whose branches are branches of ours. */
export function pullRequestOf(told: ToldPullRequest, ours: ReadonlySet<string>): PullRequest {
  const { number, title, baseRefName, author } = told
  return {
    number,
    title: oneLineOf(title),
    url: webAddressIn(told, 'url'),
    head: headOf(told, ours),
    base: baseRefName,
    author: author?.login ?? '',
    avatar: webAddressIn(author, 'avatarUrl'),
    ci: ciOf(told),
    updatedAt: Date.parse(told.updatedAt) || null,
  }
}

/** Somebody else's fork may have a branch of the same name as ours. */
function headOf(
  { headRefName, headRepository }: ToldPullRequest,
  ours: ReadonlySet<string>,
): string {
  const owner = headRepository?.nameWithOwner.toLowerCase()
  if (owner !== undefined && ours.has(owner)) return headRefName
  return `${headRepository?.nameWithOwner.split('/')[0] ?? 'deleted'}:${headRefName}`
}

/** GitHub has folded all checks of the newest commit into one word. */
const CI: ReadonlyMap<string | undefined, CiStatus> = new Map([
  ['SUCCESS', 'pass'],
  ['FAILURE', 'fail'],
  ['ERROR', 'fail'],
  ['PENDING', 'pending'],
  ['EXPECTED', 'pending'],
])

const ciOf = ({ commits }: ToldPullRequest): CiStatus =>
  CI.get(commits?.nodes?.[0]?.commit?.statusCheckRollup?.state) ?? ''
