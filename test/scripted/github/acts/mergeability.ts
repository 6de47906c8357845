/** Whether a pull request can be merged, and what stands in its way. GitHub finds it out after it was asked. */
import { mergeCommit } from '../git/merge-commits.ts'
import type { Mergeability, Pull } from '../state/model.ts'
import type { World } from '../state/world.ts'
import { missingChecks, rollupOf } from './checks.ts'
import { reviewDecision } from './reviews.ts'

export type MergeState = 'clean' | 'dirty' | 'unknown' | 'draft' | 'blocked' | 'unstable'

/** What GitHub says now. The first question after a change gets "unknown", and sets off the work. */
export async function askMergeability(world: World, pull: Pull): Promise<Mergeability> {
  const of = `${pull.baseSha} ${pull.headSha}`
  if (pull.mergeability.of === of) return pull.mergeability.is
  const is = await knowMergeability(pull)
  return world.isMergeabilityLate ? 'unknown' : is
}

export async function knowMergeability(pull: Pull): Promise<Mergeability> {
  const of = `${pull.baseSha} ${pull.headSha}`
  const { repository, baseSha: base, headSha: head } = pull
  const message = `Merge ${head} into ${base}`
  const author = { name: 'GitHub', email: 'noreply@github.com' }
  const order = { base, head, method: 'merge', message, author } as const
  const tried = await mergeCommit(repository.folder, order)
  const is = tried === null ? 'dirty' : 'clean'
  pull.mergeability = { of, is, tried }
  return is
}

export function mergeState(pull: Pull, mergeability: Mergeability): MergeState {
  if (mergeability !== 'clean') return mergeability
  if (pull.isDraft) return 'draft'
  if (isBlocked(pull)) return 'blocked'
  const rollup = rollupOf(pull.repository, pull.headSha)
  return rollup === null || rollup === 'SUCCESS' ? 'clean' : 'unstable'
}

/** Rules of a protected base: reviews that were not given, checks that have not passed. */
export function isBlocked(pull: Pull): boolean {
  const { repository, baseBranch, headSha } = pull
  if (!repository.protectedBranches.includes(baseBranch)) return false
  const decision = reviewDecision(pull)
  const lacksReview = repository.requiredReviews > 0 && decision !== 'APPROVED'
  return lacksReview || missingChecks(repository, headSha).length > 0
}
