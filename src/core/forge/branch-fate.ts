/**
 * Decides which branches of the remote are no longer needed: those of merged pull requests that no other person has
 * pushed to and no open pull request uses.
 */
import type { CommitId } from '../value/ids.ts'
import { isPublished, type LanePull } from './lane-pull.ts'
import type { RemoteSight } from './branch-place.ts'
import type { SeenPull } from './seen-pull.ts'

export interface PruneSight extends Omit<RemoteSight, 'own' | 'blocked'> {
  /** The numbers of all open pull requests that go into a branch, by branch. */
  readonly openInto: ReadonlyMap<string, readonly number[]>
}

export type BranchFate =
  /** The branch may be deleted if one of the bases has all changes between `onto` and `at`. */
  | {
      readonly is: 'goes'
      readonly at: CommitId
      readonly onto: CommitId
      readonly bases: readonly string[]
    }
  /** The remote no longer has the branch. */
  | { readonly is: 'gone' }
  | { readonly is: 'stays'; readonly why: WhyBranchStays }

export type WhyBranchStays =
  | { readonly is: 'not-opened' }
  | { readonly is: 'open' }
  | { readonly is: 'closed' }
  /** A later run has put its own work into the pull request. */
  | { readonly is: 'taken-over' }
  /** Another person has pushed to the branch. */
  | { readonly is: 'shared' }
  /** The branch has another pull request now. */
  | { readonly is: 'used-again'; readonly number: number }
  | { readonly is: 'base-of'; readonly numbers: readonly number[] }
  /** The branch has changes that its base does not have. */
  | { readonly is: 'not-contained'; readonly base: string }

/** into: the branch that the lowest pull request of each stack goes into. */
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

/** The pull request as the forge shows it now; the branch may have got another one since. */
function pullState(
  pull: LanePull,
  seen: SeenPull | undefined,
): SeenPull['state'] | 'not-opened' | 'taken-over' {
  if (pull.takenOverBy !== null) return 'taken-over'
  if (pull.opened === null || !isPublished(pull)) return 'not-opened'
  if (seen?.number === pull.opened.number) return seen.state
  return pull.sight?.state ?? 'open'
}

/** The pull request is merged, as the forge shows now or has shown before. */
export const isMergedNow = (pull: LanePull, { pulls }: Pick<RemoteSight, 'pulls'>): boolean =>
  pullState(pull, pulls.get(pull.branch)) === 'merged'
