/** Which branches of the remote are not needed any more: those of merged pull requests that nobody else has touched or builds on. */
import type { CommitId } from '../value/ids.ts'
import { isPublished, type LanePull } from './lane-pull.ts'
import type { RemoteSight } from './branch-place.ts'
import type { SeenPull } from './seen-pull.ts'

export interface PruneSight extends RemoteSight {
  /** The numbers of open pull requests, of anybody, that go into a branch. */
  readonly openInto: ReadonlyMap<string, readonly number[]>
}

export type BranchFate =
  /** It may be deleted, if everything between onto and at is in one of the bases. */
  | {
      readonly is: 'goes'
      readonly at: CommitId
      readonly onto: CommitId
      readonly bases: readonly string[]
    }
  /** The remote does not have it any more. */
  | { readonly is: 'gone' }
  | { readonly is: 'stays'; readonly why: WhyBranchStays }

export type WhyBranchStays =
  | { readonly is: 'not-opened' }
  | { readonly is: 'open' }
  | { readonly is: 'closed' }
  /** Somebody else has pushed to it. */
  | { readonly is: 'shared' }
  /** It is used for another pull request now. */
  | { readonly is: 'used-again'; readonly number: number }
  | { readonly is: 'base-of'; readonly numbers: readonly number[] }
  /** It has something that its base does not have. */
  | { readonly is: 'not-contained'; readonly base: string }

/** into: the branch that the pull requests of the run go into in the end. */
export function branchFate(pull: LanePull, into: string, sight: PruneSight): BranchFate {
  const seen = sight.pulls.get(pull.branch)
  const state = pullState(pull, seen)
  if (state !== 'merged') return stays({ is: state })
  const at = sight.heads.get(pull.branch)
  if (at === undefined) return { is: 'gone' }
  if (seen?.state === 'open') return stays({ is: 'used-again', number: seen.number })
  const ours = pull.published.find(({ head }) => head === at)
  if (pull.isShared || ours === undefined) return stays({ is: 'shared' })
  const numbers = sight.openInto.get(pull.branch) ?? []
  if (numbers.length > 0) return stays({ is: 'base-of', numbers })
  const bases = [...new Set([seen?.base ?? pull.base.branch, into])]
  return { is: 'goes', at, onto: ours.base.onto, bases }
}

const stays = (why: WhyBranchStays): BranchFate => ({ is: 'stays', why })

/** As the forge shows it now; a branch may have got another pull request since. */
function pullState(pull: LanePull, seen: SeenPull | undefined): SeenPull['state'] | 'not-opened' {
  if (pull.opened === null || !isPublished(pull)) return 'not-opened'
  if (seen?.number === pull.opened.number) return seen.state
  return pull.sight?.state ?? 'open'
}

/** Its pull request is merged, by what the forge shows now or has shown before. */
export const isMergedNow = (pull: LanePull, { pulls }: Pick<RemoteSight, 'pulls'>): boolean =>
  pullState(pull, pulls.get(pull.branch)) === 'merged'
