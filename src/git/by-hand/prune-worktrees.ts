/** Removes worktrees that nobody needs: only those whose work is on another branch, or was rescued. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CommitId, LaneName, RunId } from '../../core/value/ids.ts'
import { brokenEntries, clearEntry } from './broken-entries.ts'
import { clearWorktree } from './clear-worktree.ts'
import { bytesIn } from './list-worktrees.ts'
import { tipOf } from '../call/commits.ts'
import { asideFolders, openRemovals } from '../call/remove-folder.ts'
import type { Repository } from '../call/repository.ts'
import { isLeft, openRoomRecords } from '../land/check-room-records.ts'
import { removeRoom } from '../land/check-room.ts'
import { openRepositoryLock } from '../call/repository-lock.ts'
import { asBefore } from '../keep/settings-before.ts'
import { folderOf, whyKept } from './why-kept.ts'
import { openWorktreeRecords, type WorktreeRecord } from '../worktree/worktree-record.ts'
import { withSite } from '../worktree/worktree-site.ts'

export interface PruneOptions {
  /** true: only tells what would be removed. */
  readonly dryRun: boolean
  /** The run that is being conducted: its worktrees are left alone. */
  readonly inUse: RunId | null
  /** The lanes of tasks whose agents wait for an answer and go on there; absent: none. */
  readonly awaited?: { has(run: RunId | null, lane: LaneName): boolean }
  /** Only the worktrees of these lanes; absent: all, and everything that was left behind besides. */
  readonly only?: PrunedLanes
}

interface PrunedLanes {
  has(record: Pick<WorktreeRecord, 'run' | 'lane'>): boolean
  /** Commits of the remote in which their work may be. */
  readonly remote: readonly CommitId[]
}

export interface Pruned {
  /** The removed folders. */
  readonly removed: readonly { readonly path: string; readonly bytes: number }[]
  readonly kept: readonly { readonly path: string; readonly why: string }[]
  /** Branches whose commits are all elsewhere. */
  readonly branches: readonly string[]
}

export async function pruneWorktrees(
  repository: Repository,
  home: string,
  options: PruneOptions,
): Promise<Pruned> {
  const { dryRun } = options
  const records = openWorktreeRecords(home).all()
  const { going, kept } = await judged(repository, home, { records, options })
  const besides = options.only === undefined ? leftBehind(repository, home, options) : NOTHING
  const hasFolder = (record: WorktreeRecord): boolean => folderOf(record, repository).is !== 'gone'
  const folders = [...going.filter(hasFolder).map(({ path }) => path), ...besides.folders]
  const removed = await Promise.all(
    folders.map(async (path) => ({ path, bytes: await bytesIn(path) })),
  )
  const branches = await branchesOf(repository, going)
  if (!dryRun) {
    const roots = [...going.map(({ path }) => dirname(path)), ...besides.roots]
    await clearAll(repository, home, going, new Set(roots))
    await clearEntries(repository, besides.broken)
    if (besides.rooms.length > 0) await clearRooms(repository, home)
  }
  return { removed, kept, branches }
}

interface Judging {
  readonly records: readonly WorktreeRecord[]
  readonly options: PruneOptions
}

async function judged(
  repository: Repository,
  home: string,
  { records, options: { inUse, only, awaited } }: Judging,
): Promise<{ readonly going: readonly WorktreeRecord[]; readonly kept: Pruned['kept'] }> {
  const elsewhere = {
    lanes: new Set(records.map(({ branch }) => branch)),
    remote: only?.remote ?? [],
  }
  const kept: { path: string; why: string }[] = []
  const going: WorktreeRecord[] = []
  for (const record of records.filter((each) => only?.has(each) ?? true)) {
    const isInUse = inUse !== null && record.run === inUse
    const why = isInUse
      ? `run ${inUse} is going on`
      : awaited?.has(record.run, record.lane)
        ? 'its agent waits for your answer, and goes on there'
        : await whyKept(asBefore(repository, home, record.run), record, elsewhere)
    if (why === null) going.push(record)
    else if (record.status !== 'branch-only') kept.push({ path: record.path, why })
  }
  return { going, kept }
}

/** What is no worktree of a lane, and holds no work. */
interface LeftBehind {
  /** Folders that were put aside to be removed, rooms for checks, and broken entries of git. */
  readonly folders: readonly string[]
  readonly rooms: readonly string[]
  readonly broken: readonly string[]
  /** The folders that worktrees are in. */
  readonly roots: readonly string[]
}

const NOTHING: LeftBehind = { folders: [], rooms: [], broken: [], roots: [] }

function leftBehind(repository: Repository, home: string, { inUse }: PruneOptions): LeftBehind {
  const paths = openWorktreeRecords(home)
    .all()
    .map(({ path }) => path)
  const roots = [...new Set([...paths, repository.root].map(dirname))]
  // While a run is conducted, checks may run in the rooms.
  const rooms = inUse === null ? openRoomRecords(home).all().filter(isLeft) : []
  const there = rooms.map(({ path }) => path).filter(existsSync)
  const aside = roots.flatMap((root) => asideFolders(repository, root))
  const broken = brokenEntries(repository)
  return {
    folders: [...there, ...aside, ...broken],
    rooms: rooms.map(({ path }) => path),
    broken,
    roots,
  }
}

async function clearEntries(repository: Repository, broken: readonly string[]): Promise<void> {
  const lock = openRepositoryLock(repository.common)
  try {
    for (const admin of broken) await clearEntry(repository, lock, admin)
  } finally {
    lock.close()
  }
}

/** Removes the rooms that were left; rooms hold no work. */
async function clearRooms(repository: Repository, home: string): Promise<void> {
  const records = openRoomRecords(home)
  const lock = openRepositoryLock(repository.common)
  try {
    for (const room of records.all().filter(isLeft)) {
      const root = dirname(room.path)
      const removals = openRemovals(repository, root)
      await removeRoom({ repository, root, lock, records, removals }, room)
      await removals.done()
    }
  } finally {
    lock.close()
  }
}

async function branchesOf(
  { root }: Repository,
  records: readonly WorktreeRecord[],
): Promise<readonly string[]> {
  const existing: string[] = []
  for (const { branch } of records) if ((await tipOf(branch, root)) !== null) existing.push(branch)
  return existing
}

/** Opening the removals of a root also deletes the folders that were put aside there before. */
async function clearAll(
  repository: Repository,
  home: string,
  going: readonly WorktreeRecord[],
  roots: ReadonlySet<string>,
): Promise<void> {
  for (const root of roots)
    await withSite({ repository, home, root, branchPrefix: '' }, async (site) => {
      for (const record of going)
        if (dirname(record.path) === root)
          await clearWorktree(
            { ...site, repository: asBefore(repository, home, record.run) },
            record,
          )
    })
}
