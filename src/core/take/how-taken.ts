/** How and where a result was taken, in the form of documents. */
import type { Taking } from './taking.ts'

export interface HowTaken {
  /** by-hand: the user merged it without us. with-run: the take of a later run brought it along. */
  readonly how:
    | 'fast-forward'
    | 'merge-commit'
    | 'by-hand'
    | 'with-run'
    | 'pull-requests'
    | 'branch'
    | 'patches'
    | 'push'
  /** The branch, the folder of the patches, or the remote. */
  readonly into: string
  /** null: the result was taken as patches. */
  readonly commit: string | null
}

/** The result was found in the branch, so the time of the take is not known. */
export const isOnlySeen = (how: HowTaken['how']): boolean =>
  how === 'by-hand' || how === 'with-run' || how === 'pull-requests'

export const howOf = (taking: Taking): HowTaken => ({
  how: taking.is === 'merge' ? taking.how : taking.is,
  into: placeOf(taking),
  commit: 'to' in taking ? taking.to : null,
})

function placeOf(taking: Taking): string {
  if (taking.is === 'patches') return taking.folder
  return taking.is === 'push' ? taking.remote : taking.branch
}
