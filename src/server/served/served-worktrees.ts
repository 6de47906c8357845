/** The worktrees of lanes, with their changes and conflicts. */
import type { Ask } from '../../core/ask/ask.ts'
import type { ConflictDocument } from '../../core/conflict/conflict-document.ts'
import type { Decisions } from '../../core/conflict/resolution.ts'
import type { Run } from '../../core/run/run.ts'
import type { LaneName, RunId, TaskId } from '../../core/value/ids.ts'

/** Exists only in a git repository. */
export interface ServedWorktrees {
  list(): Promise<readonly ListedRow[]>
  /** Cheap enough to call for the lanes of a run while the run goes on. */
  lanes(run: Run): Promise<readonly LaneRow[]>
  make(name: string, from: string | null, batch: number | null): Promise<WorktreeReply>
  remove(name: string): Promise<WorktreeReply>
  diff(run: Run, task: TaskId, look: DiffRequest): Promise<DiffDocument | null>
  /** Merges in memory and runs the check on the result; no branch moves. */
  validate(run: Run, task: TaskId): Promise<ValidationDocument | null>
  /** The conflict of a task in review with the target as it is now. */
  conflict(run: Run, task: TaskId): Promise<ConflictDocument>
  /** Makes the commit of a resolution, which no branch has yet; the ask is for the coordinator. */
  resolution(run: Run, task: TaskId, decided: DecidedConflict): Promise<ServedResolution>
}

export interface DecidedConflict {
  /** Names the state of the conflict that was decided. */
  readonly token: string
  readonly decisions: Decisions
}

export type ServedResolution =
  | {
      readonly ok: true
      readonly ask: Ask
      /** Removes the commit after the ask was refused. */
      drop(): Promise<void>
    }
  | { readonly ok: false; readonly is: 'stale' | 'bad'; readonly message: string }

export interface WorktreeRow {
  readonly path: string
  readonly branch: string | null
  readonly lane: LaneName | null
  readonly run: RunId | null
  readonly task: TaskId | null
  readonly status: string
  readonly ahead: number | null
  readonly behind: number | null
  readonly dirty: boolean
  readonly bytes: number
}

/** A worktree with the data of its record; null: it is not one of ours. */
export interface ListedRow extends WorktreeRow {
  readonly createdAt: number | null
  readonly batch: number | null
}

export interface LaneRow {
  readonly lane: LaneName
  readonly branch: string
  readonly head: string | null
  readonly subject: string | null
  readonly at: number | null
  readonly author: string | null
  readonly ahead: number | null
  readonly behind: number | null
  readonly mergesCleanly: boolean | null
  readonly conflicts: readonly string[]
}

export type WorktreeReply =
  | {
      readonly ok: true
      readonly path: string
      readonly branch: string | null
      readonly kept: readonly string[]
    }
  | {
      readonly ok: false
      /** hindered: by the machine, for example because the disk is full. */
      readonly is: 'unknown' | 'refused' | 'hindered'
      readonly message: string
      readonly hint: string | null
    }

export interface DiffRequest {
  readonly against: 'base' | 'target'
  readonly attempt: number | null
  readonly file: string | null
}

export interface DiffDocument {
  readonly base: string
  readonly commit: string | null
  readonly files: readonly DiffFile[]
  readonly isCut: boolean
}

export interface DiffFile {
  readonly path: string
  readonly oldPath: string | null
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'mode'
  readonly added: number | null
  readonly deleted: number | null
  readonly isBinary: boolean
  readonly bytes: number
  readonly patch: string | null
}

export interface ValidationDocument {
  readonly mergesCleanly: boolean
  readonly conflicts: readonly string[]
  readonly check: 'passed' | 'failed' | 'none'
  readonly log: string
  readonly seconds: number
}
