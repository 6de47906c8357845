/** A record of each worktree we made: `.conductor/worktrees/<folder name>/worktree.json`. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AttemptId, CommitId, LaneName, RunId, TaskId } from '../../core/value/ids.ts'
import { inHome } from '../../core/value/home-paths.ts'

/**
 * opening: nobody has worked in it yet, so nothing in it is work; in every other status, everything in it
 * is. pooled: its work is in the target, and the folder may serve another lane. manual: a person made it,
 * for no run. branch-only: the folder is gone or serves another lane by now, and the branch holds the
 * work.
 */
export type WorktreeStatus =
  | 'opening'
  | 'working'
  | 'sealed'
  | 'kept'
  | 'pooled'
  | 'manual'
  | 'branch-only'

/** Whom a worktree was last opened for; all null: a person made it by hand. */
export interface Owner {
  readonly run: RunId | null
  readonly task: TaskId | null
  readonly attempt: AttemptId | null
}

export interface WorktreeRecord extends Owner {
  readonly lane: LaneName
  readonly branch: string
  readonly path: string
  readonly base: CommitId
  /**
   * The commit at which the folder was last like new: agents cannot have made git ignore what it ignored
   * then. Absent: the base.
   */
  readonly rulesFrom?: CommitId
  readonly createdAt: number
  readonly usedAt: number
  /** The first port of the worktree; null when no ports were free. */
  readonly port: number | null
  readonly status: WorktreeStatus
  /** The commit at which the worktree was sealed; null: not since it was opened. */
  readonly tip: CommitId | null
  /** In the time of its file system: a file that was last changed before this was not written by an agent. */
  readonly handedOverAt: number
  /** Tells the folder that was handed over from another folder in its place. */
  readonly mark?: string
  /** The batch that the person who made the worktree by hand has given it to. */
  readonly batch?: number | null
}

export interface WorktreeRecords {
  all(): readonly WorktreeRecord[]
  of(path: string): WorktreeRecord | null
  /** Replaces the record of the folder in one step. */
  write(record: WorktreeRecord): WorktreeRecord
  forget(path: string): void
}

export function openWorktreeRecords(home: string): WorktreeRecords {
  const top = inHome(home, 'worktrees')
  const folderOf = (path: string): string => join(top, basename(path))
  const of = (path: string): WorktreeRecord | null => {
    const record = read(join(folderOf(path), FILE))
    return record?.path === path ? record : null
  }
  return {
    of,
    all: () =>
      foldersIn(top)
        .map((name) => read(join(top, name, FILE)))
        .filter((record) => record !== null),
    write(record) {
      const folder = folderOf(record.path)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const text = `${JSON.stringify(record, null, 2)}\n`
      writeFileSync(join(folder, `${FILE}.new`), text, { mode: 0o600 })
      renameSync(join(folder, `${FILE}.new`), join(folder, FILE))
      return record
    },
    forget: (path) => rmSync(folderOf(path), { recursive: true, force: true }),
  }
}

const FILE = 'worktree.json'

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // There is no worktree yet.
    return []
  }
}

/** null: there is no such file, or a power cut has left it empty. Then we do not know whose folder it is. */
function read(file: string): WorktreeRecord | null {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<WorktreeRecord> | null
    const isWhole = record?.path !== undefined && record.status !== undefined
    return isWhole ? (record as WorktreeRecord) : null
  } catch {
    return null
  }
}
