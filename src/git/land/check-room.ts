/** A worktree to run checks in. It holds no work: everything in it can be made again. */
import { lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CommitId } from '../../core/value/ids.ts'
import { isManifest } from '../../core/landing/manifests.ts'
import { ownIdentity } from '../../processes/process-table.ts'
import { isLeft, type RoomRecord, type RoomRecords } from './check-room-records.ts'
import { mustGit, runGit } from '../call/git-command.ts'
import {
  adminOf,
  registeredWorktrees,
  standingAt,
  unregister,
} from '../call/registered-worktrees.ts'
import type { Removals } from '../call/remove-folder.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import type { RepositoryLock } from '../call/repository-lock.ts'

export interface RoomSite {
  readonly repository: Repository
  /** The folder in which rooms are made, absolute. */
  readonly root: string
  readonly lock: RepositoryLock
  readonly records: RoomRecords
  readonly removals: Removals
}

/**
 * Makes a room that holds only what git needs. The record is written first, so that a room left by a crash
 * is known to be ours.
 */
export async function makeRoom(site: RoomSite, commit: CommitId): Promise<RoomRecord> {
  return site.lock.hold(async () => {
    mkdirSync(site.root, { recursive: true })
    const path = await freePath(site)
    const room = site.records.write({ path, holder: ownIdentity(), setUp: null })
    const words = ['worktree', 'add', '--quiet', '--no-checkout', '--detach', '--']
    try {
      await mustGit([...words, room.path, commit], { in: site.repository.root })
      return room
    } catch (error) {
      removeHeld(site, room)
      throw error
    }
  })
}

/** A path for a new room, without symbolic links, as git will name it. */
async function freePath({ repository, root }: RoomSite): Promise<string> {
  const folder = realpathSync(root)
  const registeredPaths = new Set((await registeredWorktrees(repository)).map(({ path }) => path))
  for (let number = 1; ; number++) {
    const path = join(folder, `${basename(repository.root)}-check-${number}`)
    if (!registeredPaths.has(path) && lstatSync(path, { throwIfNoEntry: false }) === undefined)
      return path
  }
}

/** Takes over the intact rooms that a killed process has left, and removes the broken ones. */
export async function takeLeftRooms(site: RoomSite): Promise<readonly RoomRecord[]> {
  if (!site.records.all().some(isLeft)) return []
  return site.lock.hold(async () => {
    const left = site.records.all().filter(isLeft)
    const isThere = (room: RoomRecord): boolean =>
      standingAt(room.path, site.repository).is === 'there'
    for (const room of left) if (!isThere(room)) removeHeld(site, room)
    const holder = ownIdentity()
    return left.filter(isThere).map((room) => site.records.write({ ...room, holder }))
  })
}

/** Checks a commit out into the room. Ignored files stay, so that nothing need be installed again. */
export async function fillRoom(
  { repository }: RoomSite,
  { path }: RoomRecord,
  commit: CommitId,
): Promise<void> {
  const git = contentGit(repository, path)
  await mustGit(['checkout', '--quiet', '--force', '--detach', commit, '--'], git)
  await mustGit(['clean', '--quiet', '-ffd'], git)
}

/** Whether a manifest has changed since the last setup; true also when git cannot tell. */
export async function needsSetup(
  { path, setUp }: RoomRecord,
  commit: CommitId,
  setup: string,
): Promise<boolean> {
  if (setUp === null || setUp.line !== setup) return true
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', setUp.commit, commit]
  const changed = await runGit(args, { in: path })
  return changed === null || changed.split('\0').some(isManifest)
}

export const removeRoom = (site: RoomSite, room: RoomRecord): Promise<void> =>
  site.lock.hold(async () => removeHeld(site, room))

/** Removes the room, with the lock held. A folder in its place that is not ours stays. */
function removeHeld(site: RoomSite, { path }: RoomRecord): void {
  const { is } = standingAt(path, site.repository)
  const admin = adminOf(path, site.repository)
  if (is === 'there' || is === 'unregistered') site.removals.remove(path)
  if (is === 'foreign') removeIfEmpty(path)
  if (admin !== null && lstatSync(path, { throwIfNoEntry: false }) === undefined) unregister(admin)
  site.records.forget(path)
}

/** Git may have been killed just after it had made the folder. */
function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // The folder is not empty, so it is not ours to remove.
  }
}
