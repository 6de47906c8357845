/** Branches of the user that somebody else than Conductor moved while a run worked. */
import type { CommitId } from '../value/ids.ts'

export interface BranchMove {
  /** Without refs/heads/. */
  readonly branch: string
  readonly from: CommitId
  /** null: it was deleted. */
  readonly to: CommitId | null
}

/** back: it is where it was. gone-on: its user committed, pulled or the like. accepted: a person said it may stay. */
export type HowSettled = 'back' | 'gone-on' | 'accepted'

/** settled null: nobody has done anything about it. */
export interface MovedBranch extends BranchMove {
  readonly since: number
  readonly settled: HowSettled | null
}

/** A branch as it is seen now. */
export interface BranchSight {
  readonly branch: string
  /** Where it was when it was last known to be its user's doing. */
  readonly known: CommitId | null
  readonly tip: CommitId | null
  /** It came there from a checkout of its user's. */
  readonly isOwn: boolean
}

export type BranchFact =
  | ({ readonly type: 'branch-moved' } & BranchMove)
  | { readonly type: 'branch-settled'; readonly branch: string; readonly how: HowSettled }

/** A run, as far as it matters here. */
interface WithBranches {
  readonly movedBranches: ReadonlyMap<string, MovedBranch>
}

export const openMoves = ({ movedBranches }: WithBranches): readonly MovedBranch[] =>
  [...movedBranches.values()].filter(({ settled }) => settled === null)

/** What has become true of the branches; what is known already is not said again. */
export const branchFacts = (
  { movedBranches }: WithBranches,
  sights: readonly BranchSight[],
): readonly BranchFact[] =>
  sights.flatMap((sight) => {
    const told = movedBranches.get(sight.branch)
    return told?.settled === null ? sinceMoved(told, sight) : sinceKnown(told, sight)
  })

function sinceMoved(told: MovedBranch, { tip, isOwn }: BranchSight): readonly BranchFact[] {
  const { branch, from, to } = told
  if (tip === to) return []
  if (tip === from) return [{ type: 'branch-settled', branch, how: 'back' }]
  if (isOwn) return [{ type: 'branch-settled', branch, how: 'gone-on' }]
  return [{ type: 'branch-moved', branch, from, to: tip }]
}

function sinceKnown(told: MovedBranch | undefined, sight: BranchSight): readonly BranchFact[] {
  const { branch, tip, isOwn } = sight
  const from = told === undefined ? sight.known : settledAt(told, sight.known)
  if (from === null || from === tip || isOwn) return []
  return [{ type: 'branch-moved', branch, from, to: tip }]
}

/** What was settled counts, unless its user has gone on from there. */
function settledAt({ from, to, settled }: MovedBranch, known: CommitId | null): CommitId | null {
  if (known !== from && known !== to) return known
  return settled === 'back' ? from : settled === 'accepted' ? to : known
}
