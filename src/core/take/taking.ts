/** Taking the result of a run: how what has landed came into the hands of the user. */
import type { CommitId, RunId } from '../value/ids.ts'

/** A branch of the user that is moved, with its work tree if it is checked out. */
export interface BranchStep {
  readonly branch: string
  readonly from: CommitId
  readonly to: CommitId
}

/** Files in which a move was cut off, and which nobody can tell from a person's own. */
export interface HalfMoved {
  /** The move is about these, and the commit before it has them. */
  readonly changed: readonly string[]
  /** The commit before the move does not have these. */
  readonly added: readonly string[]
}

export type Taking =
  | ({ readonly is: 'merge'; readonly how: 'fast-forward' | 'merge-commit' } & BranchStep)
  /** The user has merged the result without us. to: where the branch was when that was seen. */
  | { readonly is: 'by-hand'; readonly branch: string; readonly to: CommitId }
  /** The take of a later run, which began on top of this one, brought it along. */
  | {
      readonly is: 'with-run'
      readonly run: RunId
      readonly branch: string
      readonly to: CommitId
    }
  /** Pull requests were merged on the remote, and the branch has got them from there. */
  | {
      readonly is: 'pull-requests'
      readonly remote: string
      readonly branch: string
      readonly to: CommitId
    }
  | { readonly is: 'branch'; readonly branch: string; readonly to: CommitId }
  /** folder: absolute. */
  | { readonly is: 'patches'; readonly folder: string; readonly count: number }
  | {
      readonly is: 'push'
      readonly remote: string
      readonly branch: string
      readonly to: CommitId
    }

export type MergeTaking = Extract<Taking, { is: 'merge' }>

/** landed: the check passed on this very commit when it landed. */
export type TakeCheck = 'passed' | 'landed' | 'none'

export interface Taken {
  readonly taking: Taking
  /** The commit that the target was at. */
  readonly result: CommitId
  readonly check: TakeCheck
  readonly at: number
}

/** A merge, or its undo, that was begun: after a crash it is finished or dropped. */
export interface TakeUnderWay {
  readonly taking: MergeTaking
  readonly result: CommitId
  readonly check: TakeCheck
  readonly isUndo: boolean
}

export type TakeFact =
  /** Durable before git changes anything. */
  | ({ readonly type: 'take-begun' } & TakeUnderWay)
  /** What was begun has changed nothing, and will not. */
  | { readonly type: 'take-dropped' }
  | ({ readonly type: 'result-taken' } & Omit<Taken, 'at'>)
  | { readonly type: 'take-undone'; readonly taking: Taking }
  /** Git does not show it any more: the branch was moved back, or deleted, without us. */
  | { readonly type: 'take-lost'; readonly taking: Taking }

/** The part of a run that this is about. */
export interface WithTakes {
  readonly takeUnderWay: TakeUnderWay | null
  /** The oldest first; what was undone is not here. */
  readonly taken: readonly Taken[]
}

export function applyTakeFact(
  run: { -readonly [Key in keyof WithTakes]: WithTakes[Key] },
  fact: TakeFact & { readonly at: number },
): void {
  if (fact.type === 'take-begun') run.takeUnderWay = fact
  else if (endsMove(fact)) run.takeUnderWay = null
  if (fact.type === 'result-taken') run.taken = [...run.taken, fact]
  if (fact.type === 'take-undone' || fact.type === 'take-lost')
    run.taken = without(run.taken, fact.taking)
}

/** A copy can be taken while a merge that was cut off waits for its end. */
const endsMove = (fact: TakeFact): boolean => !('taking' in fact) || fact.taking.is === 'merge'

function without(taken: readonly Taken[], gone: Taking): readonly Taken[] {
  const at = taken.findLastIndex(({ taking }) => isSameTaking(taking, gone))
  return taken.filter((_, each) => each !== at)
}

const isSameTaking = (one: Taking, other: Taking): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const IN_BRANCH = ['merge', 'by-hand', 'with-run', 'pull-requests'] as const

export type BranchTaking = Extract<Taking, { is: (typeof IN_BRANCH)[number] }>

/** Into a branch that the user works on, which says more than a copy. */
export const isInBranch = (taking: Taking): taking is BranchTaking =>
  IN_BRANCH.some((is) => is === taking.is)

/** How the result was taken, as it is told in one line: the newest merge, else the newest copy; null: not yet. */
export const lastTaken = ({ taken }: Pick<WithTakes, 'taken'>): Taken | null =>
  taken.findLast(({ taking }) => isInBranch(taking)) ?? taken.at(-1) ?? null

/** The last take that we did; null: there is none. */
export const ownTake = ({ taken }: Pick<WithTakes, 'taken'>): Taken | null =>
  taken.findLast(({ taking }) => taking.is === 'merge' || !isInBranch(taking)) ?? null

/** What an undo is about: our last take, else what happened without us, which is why it is refused; null: there is none. */
export const lastToUndo = (run: Pick<WithTakes, 'taken'>): Taken | null =>
  ownTake(run) ?? run.taken.at(-1) ?? null
