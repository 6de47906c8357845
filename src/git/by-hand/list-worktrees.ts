/**
 * Lists every worktree of the repository, ours and other people's, with what a person wants to know before
 * touching it.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { LaneName, RunId, TaskId } from '../../core/value/ids.ts'
import { atMost } from '../call/at-most.ts'
import { openRoomRecords } from '../land/check-room-records.ts'
import { distanceOf, type Distance } from '../call/commits.ts'
import { askGit } from '../call/git-command.ts'
import { registeredWorktrees, type Registered } from '../call/registered-worktrees.ts'
import type { Repository } from '../call/repository.ts'
import {
  openWorktreeRecords,
  type WorktreeRecord,
  type WorktreeStatus,
} from '../worktree/worktree-record.ts'

export interface ListedWorktree extends Distance {
  readonly path: string
  /** null: HEAD is detached. */
  readonly branch: string | null
  /** null: the worktree is not one of ours. */
  readonly lane: LaneName | null
  /** null, as is the task: the worktree is not one of ours, or was made by hand. */
  readonly run: RunId | null
  readonly task: TaskId | null
  /**
   * checkout: the user's own. check: a room for checks, which holds no work. foreign: someone else's.
   * gone: git knows the worktree, but its folder does not exist.
   */
  readonly status: WorktreeStatus | 'checkout' | 'check' | 'foreign' | 'gone'
  readonly dirty: boolean
  /** null, as is the batch: the worktree is not one of ours. */
  readonly createdAt: number | null
  /** As given by the person who made the worktree by hand. */
  readonly batch: number | null
  readonly bytes: number
}

/** target: the branch or commit that ahead and behind are counted from. */
export async function listWorktrees(
  repository: Repository,
  home: string,
  target: string,
): Promise<readonly ListedWorktree[]> {
  const records = openWorktreeRecords(home)
  const rooms = new Set(
    openRoomRecords(home)
      .all()
      .map(({ path }) => path),
  )
  const share = atMost(4)
  const worktrees = await registeredWorktrees(repository)
  return Promise.all(
    worktrees.map((entry) =>
      share(async () => {
        const row = await listed(repository, entry, records.of(entry.path), target)
        return row.status === 'foreign' && rooms.has(row.path)
          ? { ...row, status: 'check' as const }
          : row
      }),
    ),
  )
}

async function listed(
  { root }: Repository,
  entry: Registered,
  record: WorktreeRecord | null,
  target: string,
): Promise<ListedWorktree> {
  const { path, branch, head } = entry
  const isThere = existsSync(path)
  const foreign = path === root ? 'checkout' : 'foreign'
  return {
    path,
    branch,
    lane: record?.lane ?? null,
    run: record?.run ?? null,
    task: record?.task ?? null,
    status: isThere ? (record?.status ?? foreign) : 'gone',
    ...(head === null ? NO_DISTANCE : await distanceOf(target, head, { in: root })),
    dirty: isThere && (await isDirty(path)),
    createdAt: record?.createdAt ?? null,
    batch: record?.batch ?? null,
    bytes: isThere ? await bytesIn(path) : 0,
  }
}

const NO_DISTANCE: Distance = { ahead: null, behind: null }

async function isDirty(path: string): Promise<boolean> {
  const words = ['status', '--porcelain', '--untracked-files=normal', '--ignore-submodules=none']
  const { code, stdout } = await askGit(words, { in: path })
  return code !== 0 || stdout !== ''
}

/** The space that the folder takes on the disk; what may not be read is not counted. */
export async function bytesIn(path: string): Promise<number> {
  const stdout = await new Promise<string>((resolve) => {
    execFile('du', ['-sk', '--', path], (_error, printed) => resolve(printed))
  })
  return (Number.parseInt(stdout, 10) || 0) * 1024
}

/** The space of all folders that we made and that still exist. */
export async function bytesOfWorktrees(home: string): Promise<number> {
  const paths = openWorktreeRecords(home)
    .all()
    .map(({ path }) => path)
    .filter((path) => existsSync(path))
  const sizes = await Promise.all(paths.map(bytesIn))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
