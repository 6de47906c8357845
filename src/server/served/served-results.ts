/** What runs have landed, and taking it. */
import type { Run } from '../../core/run/run.ts'
import type { ResultDocument } from '../../core/take/result-document.ts'
import type { FastForward } from '../../core/take/take-choices.ts'
import type { TakeDocument, TakeWish } from '../../core/take/take-wish.ts'
import type { TakeCheck } from '../../core/take/taking.ts'
import type { DiffDocument } from './served-worktrees.ts'

/** What runs have landed, and bringing that where the user wants it. All of these throw Refused. */
export interface ServedResults {
  look(run: Run): Promise<ResultDocument>
  /** file null: all files. */
  diff(run: Run, file: string | null): Promise<DiffDocument>
  patches(run: Run): Promise<PatchDocument>
  /** The folder of patches is relative to the repository. */
  take(run: Run, wish: TakeWish): Promise<TakeDocument>
  /** Merges in memory and runs the check; nothing is changed. */
  check(run: Run, ff: FastForward): Promise<TriedResult>
  undo(run: Run): Promise<TakeDocument>
}

export interface PatchDocument {
  /** A name for the file. */
  readonly file: string
  readonly text: string
}

export interface TriedResult {
  readonly into: string
  /** The branch has the result already. */
  readonly already: boolean
  readonly how: 'fast-forward' | 'merge-commit' | null
  readonly check: TakeCheck
}
