/** What taking the result of a run needs of git, and of the place where events are recorded. */
import type { Fact } from '../core/run/event.ts'
import type { Run } from '../core/run/run.ts'
import type { ResultSight } from '../core/take/result-sight.ts'
import type { TakeRefusal, UndoSight } from '../core/take/take-choices.ts'
import type { BranchStep, HalfMoved, Taking } from '../core/take/taking.ts'
import type { CommitId, RunId } from '../core/value/ids.ts'
import type { Checks, Merge, MergeRequest } from './worktree-ports.ts'

export interface ResultGit {
  look(run: Run): Promise<ResultSight>
  /** null: what was taken is not a branch. */
  lookAtTaken(taking: Taking): Promise<UndoSight | null>
  /** Merges in memory: no folder is touched. Always makes a merge commit. */
  merge(request: MergeRequest): Promise<Merge>
  /**
   * Moves the branch, with its work tree if it is checked out here. null: done; otherwise nothing has changed. When it
   * throws, `settle` tells what became of it.
   */
  move(step: BranchStep, options: MoveOptions): Promise<TakeRefusal | null>
  /** Finds out what became of a move that was cut off, and cleans up after it; see settleMove. */
  settle(step: BranchStep): Promise<'moved' | 'not-moved' | HalfMoved>
  /** Submodules that a move has left as they were in a checkout. */
  staleSubmodules(step: BranchStep): Promise<readonly string[]>
  makeBranch(branch: string, commit: CommitId): Promise<'made' | 'already' | TakeRefusal>
  /** false: the branch is not at the commit, and stays. */
  deleteBranch(branch: string, commit: CommitId): Promise<boolean>
  /** Returns how many there are. */
  writePatches(range: ResultRange, folder: string): Promise<number | TakeRefusal>
  patchText(range: ResultRange): Promise<string>
  /** The commit at which the branch that the run came from and the result part. */
  baseOf(run: Run, result: CommitId): Promise<CommitId>
  push(request: PushRequest): Promise<Pushed | TakeRefusal>
}

export interface MoveOptions {
  /** For the reflog. */
  readonly reason: string
  /** The name under which both commits are kept. */
  readonly name: string
}

export interface ResultRange {
  /** The commit that the patches apply to. */
  readonly base: CommitId
  readonly result: CommitId
}

export interface PushRequest {
  readonly remote: string
  readonly branch: string
  readonly commit: CommitId
  readonly signal: AbortSignal
}

export interface Pushed {
  /** false: the remote had it already. */
  readonly isNew: boolean
  /** What the remote says, such as where to open a pull request. */
  readonly remarks: readonly string[]
}

export interface TakePorts {
  readonly git: ResultGit
  readonly checks: Checks
  readonly signal: AbortSignal
  /** The run as it is recorded, and the run that is being conducted here; null: none. */
  look(): { readonly run: Run; readonly conducted: RunId | null }
  /** No other process can record events while the work is done. Throws when another process conducts here. */
  alone<Result>(
    work: (run: Run, record: (facts: readonly Fact[]) => void) => Promise<Result>,
  ): Promise<Result>
  /** Called before a check is run, which may take its time. */
  onCheck(check: string): void
}
