/** Branches of the user that somebody other than Conductor moved while a run worked. */
import type { CommitId } from '../value/ids.ts'

export interface BranchMove {
  /** Without refs/heads/. */
  readonly branch: string
  readonly from: CommitId
  /** null: the branch was deleted. */
  readonly to: CommitId | null
}

/** back: the branch is where it was. gone-on: its user committed or pulled. accepted: a person accepted the move. */
export type HowSettled = 'back' | 'gone-on' | 'accepted'

/** settled null: nobody has done anything about the move yet. */
export interface MovedBranch extends BranchMove {
  readonly since: number
  readonly settled: HowSettled | null
}

/** A branch as git shows it now. */
export interface BranchSight {
  readonly branch: string
  /** Its last commit that is known to be the user's doing. */
  readonly lastOwn: CommitId | null
  readonly tip: CommitId | null
  /** The tip came from a checkout of the user's. */
  readonly isOwn: boolean
}

export type BranchFact =
  | ({ readonly type: 'branch-moved' } & BranchMove)
  | { readonly type: 'branch-settled'; readonly branch: string; readonly how: HowSettled }

/** The part of a run that these functions need. */
interface WithBranches {
  readonly movedBranches: ReadonlyMap<string, MovedBranch>
}

export const openMoves = ({ movedBranches }: WithBranches): readonly MovedBranch[] =>
  [...movedBranches.values()].filter(({ settled }) => settled === null)

/** true: the branch was deleted, and nobody has made it again. */
export function isBranchGone({ movedBranches }: WithBranches, branch: string): boolean {
  const move = movedBranches.get(branch)
  return move?.to === null && (move.settled === null || move.settled === 'accepted')
}

/** The new facts about branches; what the run already knows is not repeated. */
export const branchFacts = (
  { movedBranches }: WithBranches,
  sights: readonly BranchSight[],
): readonly BranchFact[] =>
  sights.flatMap((sight) => {
    const move = movedBranches.get(sight.branch)
    return move?.settled === null ? sinceMoved(move, sight) : sinceKnown(move, sight)
  })

function sinceMoved(move: MovedBranch, { tip, isOwn }: BranchSight): readonly BranchFact[] {
  const { branch, from, to } = move
  if (tip === to) return []
  if (tip === from) return [{ type: 'branch-settled', branch, how: 'back' }]
  if (isOwn) return [{ type: 'branch-settled', branch, how: 'gone-on' }]
  return [{ type: 'branch-moved', branch, from, to: tip }]
}

function sinceKnown(move: MovedBranch | undefined, sight: BranchSight): readonly BranchFact[] {
  const { branch, tip, isOwn } = sight
  const from = move === undefined ? sight.lastOwn : settledAt(move, sight.lastOwn)
  if (from === null || from === tip || isOwn) return []
  return [{ type: 'branch-moved', branch, from, to: tip }]
}

/** The commit where the move was settled, unless the user has gone on from there. */
function settledAt({ from, to, settled }: MovedBranch, lastOwn: CommitId | null): CommitId | null {
  if (lastOwn !== from && lastOwn !== to) return lastOwn
  return settled === 'back' ? from : settled === 'accepted' ? to : lastOwn
}
