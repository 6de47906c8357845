/** Taking the result of a run: how what has landed came into the hands of the user. */
import type { CommitId } from '../value/ids.ts'

/** A branch of the user that is moved, with its work tree if it is checked out. */
export interface BranchStep {
  readonly branch: string
  readonly from: CommitId
  readonly to: CommitId
}

export type Taking =
  | ({ readonly is: 'merge'; readonly how: 'fast-forward' | 'merge-commit' } & BranchStep)
  /** The user has merged the result without us. */
  | { readonly is: 'by-hand'; readonly branch: string; readonly to: CommitId }
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

/** The part of a run that this is about. */
export interface WithTakes {
  readonly takeUnderWay: TakeUnderWay | null
  /** The oldest first; what was undone is not here. */
  readonly taken: readonly Taken[]
}

/** An undo is always about the last take. */
export function applyTakeFact(
  run: { -readonly [Key in keyof WithTakes]: WithTakes[Key] },
  fact: TakeFact & { readonly at: number },
): void {
  run.takeUnderWay = fact.type === 'take-begun' ? fact : null
  if (fact.type === 'result-taken') run.taken = [...run.taken, fact]
  if (fact.type === 'take-undone') run.taken = run.taken.slice(0, -1)
}

/** Into a branch that the user works on, which says more than a copy. */
const isMerged = ({ taking }: Taken): boolean => taking.is === 'merge' || taking.is === 'by-hand'

/** How the result was taken, as it is told in one line: the newest merge, else the newest copy; null: not yet. */
export const lastTaken = ({ taken }: Pick<WithTakes, 'taken'>): Taken | null =>
  taken.findLast(isMerged) ?? taken.at(-1) ?? null

/** The take that `conductor take --undo` is about; null: there is none. */
export const lastToUndo = ({ taken }: Pick<WithTakes, 'taken'>): Taken | null =>
  taken.at(-1) ?? null
