/** Removes a worktree of ours for a person: its work stays, on its branch or in rescue. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { closestWord } from '../../core/value/closest-word.ts'
import type { LaneName, RunId } from '../../core/value/ids.ts'
import { openRoomRecords } from '../land/check-room-records.ts'
import { clearWorktree } from './clear-worktree.ts'
import { isRefusal } from '../call/git-command.ts'
import { leaveBranchOf } from '../worktree/leave-branch.ts'
import { bytesIn } from './list-worktrees.ts'
import { dropWorktree } from '../worktree/make-worktree.ts'
import { notDone, notDoneBy, notKnown, type NotDone } from '../call/not-done.ts'
import {
  adminOf,
  registeredWorktrees,
  standingAt,
  unregister,
} from '../call/registered-worktrees.ts'
import { removeSecured } from '../worktree/remove-worktree.ts'
import type { Repository } from '../call/repository.ts'
import { reattachWorktree } from '../worktree/restore-worktree.ts'
import { sealLeft, secureWorktree } from '../keep/secure-worktree.ts'
import { asBefore } from '../keep/settings-before.ts'
import { whyKept } from './why-kept.ts'
import { openWorktreeRecords, type WorktreeRecord } from '../worktree/worktree-record.ts'
import { withSite, type Site } from '../worktree/worktree-site.ts'

export interface UnwantedWorktree {
  /** The folder of the worktree, the name of the folder, or the lane. */
  readonly wanted: string
  /** The folder that a relative path starts from. */
  readonly folder: string
  /** The run that is being conducted: its worktrees are left alone. */
  readonly inUse: RunId | null
}

export type RemovedByHand =
  | {
      readonly ok: true
      readonly path: string
      readonly lane: LaneName
      readonly bytes: number
      readonly branch: string
      /**
       * true: the branch has work that has not landed. false: the branch is deleted too, because all of
       * its work is elsewhere.
       */
      readonly branchStays: boolean
      /** Sentences: what was kept on the way, and where. */
      readonly notes: readonly string[]
    }
  | NotDone

/** Never removes the checkout, other people's worktrees, or a worktree that a run works in. */
export async function removeManualWorktree(
  repository: Repository,
  home: string,
  unwanted: UnwantedWorktree,
): Promise<RemovedByHand> {
  const match = await find(repository, home, unwanted)
  if (!match.ok) return match
  const { record } = match
  const { path, run } = record
  if (run !== null && run === unwanted.inUse)
    return notDone(`run ${run} is being conducted, and ${path} is one of its worktrees`, WAIT)
  const place = {
    repository: asBefore(repository, home, run),
    home,
    root: dirname(path),
    branchPrefix: '',
  }
  return withSite(place, async (site) => {
    try {
      return await remove(site, record)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return notDoneBy(error, `${path} could not be removed: ${error.message}`, UNTOUCHED)
    }
  })
}

const WAIT = 'wait until it is over, or stop it first: `conductor cancel`'
const UNTOUCHED = 'nothing in it is lost; see `conductor worktrees`'

async function find(
  repository: Repository,
  home: string,
  { wanted, folder }: UnwantedWorktree,
): Promise<{ readonly ok: true; readonly record: WorktreeRecord } | NotDone> {
  const all = openWorktreeRecords(home).all()
  const path = resolve(folder, wanted)
  const inFolder = all.filter((record) => record.path === path || basename(record.path) === wanted)
  const matching = inFolder.length > 0 ? inFolder : all.filter(({ lane }) => lane === wanted)
  const withFolder = matching.filter(({ status }) => status !== 'branch-only')
  const [record, another] = withFolder
  if (another !== undefined)
    return notDone(`"${wanted}" may be any of ${sayPaths(withFolder)}`, 'name the folder')
  if (record !== undefined) return { ok: true, record }
  const [left] = matching
  if (left !== undefined)
    return notKnown(
      `"${wanted}" has no folder any more`,
      `what it held is on branch ${left.branch}`,
    )
  return whyNotOurs(repository, home, { wanted, path, all })
}

const sayPaths = (records: readonly WorktreeRecord[]): string =>
  records.map(({ path }) => path).join(', ')

async function whyNotOurs(
  repository: Repository,
  home: string,
  { wanted, path, all }: { wanted: string; path: string; all: readonly WorktreeRecord[] },
): Promise<NotDone> {
  const worktrees = await registeredWorktrees(repository)
  const entry = worktrees.find((one) => one.path === path || basename(one.path) === wanted)
  if (entry === undefined) return sayUnknown(wanted, all)
  if (entry === worktrees[0] || entry.path === repository.root)
    return notDone(`${entry.path} is your checkout`, 'Conductor never touches that')
  const isRoom = openRoomRecords(home)
    .all()
    .some((room) => room.path === entry.path)
  return isRoom
    ? notDone(`${entry.path} is a room for checks`, '`conductor prune` removes it when it is free')
    : notDone(`${entry.path} is not one of Conductor's`, `git worktree remove ${entry.path}`)
}

function sayUnknown(wanted: string, all: readonly WorktreeRecord[]): NotDone {
  const withFolder = all.filter(({ status }) => status !== 'branch-only')
  const suggestion = closestWord(
    wanted,
    withFolder.flatMap(({ lane, path }) => [lane, basename(path)]),
  )
  const remedy = suggestion === null ? 'see `conductor worktrees`' : `did you mean "${suggestion}"?`
  return notKnown(`there is no worktree "${wanted}"`, remedy)
}

async function remove(site: Site, record: WorktreeRecord): Promise<RemovedByHand> {
  const { path, lane, branch } = record
  const bytes = existsSync(path) ? await bytesIn(path) : 0
  const folder = await removeFolder(site, record)
  if (!folder.ok) return folder
  const branchStays = !(await letBranchGo(site, path))
  return { ok: true, path, lane, bytes, branch, branchStays, notes: folder.notes }
}

const SEE_TO_IT = 'nothing was changed; see to that first'

type FolderRemoved = { readonly ok: true; readonly notes: readonly string[] } | NotDone

async function removeFolder(site: Site, record: WorktreeRecord): Promise<FolderRemoved> {
  const { path } = record
  if (record.status === 'opening') {
    await dropWorktree(site, record)
    return { ok: true, notes: [] }
  }
  switch (standingAt(path, site.repository).is) {
    case 'there':
      return removeSafely(site, record)
    case 'unregistered':
      await reattachWorktree(site, record)
      return removeSafely(site, record)
    case 'gone':
      return forgetGone(site, record)
    case 'foreign':
      return notDone(`something else stands in ${path}`, 'it is not removed; move it away first')
  }
}

async function removeSafely(site: Site, record: WorktreeRecord): Promise<FolderRemoved> {
  const secured = await secureWorktree(site, record, 'stays')
  if (!secured.ok) return notDone(`${record.path} ${secured.why}`, SEE_TO_IT)
  await removeSecured(site, secured.record, secured.admin)
  return { ok: true, notes: secured.notes }
}

/** Commits that are on no branch are kept; uncommitted work went with the folder. */
async function forgetGone(site: Site, record: WorktreeRecord): Promise<FolderRemoved> {
  const admin = adminOf(record.path, site.repository)
  if (admin !== null && existsSync(join(admin, 'locked')))
    return notDone(`${record.path} has been locked with \`git worktree lock\``, SEE_TO_IT)
  const sealed = record.status === 'pooled' ? NOTHING : await sealLeft(site, record)
  if (!sealed.ok)
    return notDone(`what ${record.path} held cannot be kept: ${sealed.reason}`, SEE_TO_IT)
  await site.lock.hold(async () => {
    // A worktree that was moved was found when it was sealed, and git knows its new place.
    const staleAdmin = adminOf(record.path, site.repository)
    if (staleAdmin !== null) unregister(staleAdmin)
    await leaveBranchOf(site, record)
  })
  return { ok: true, notes: [`${record.path} was gone already`, ...sealed.notes] }
}

const NOTHING = { ok: true, notes: [] } as const

/** Deletes the branch, as prune does: only when its work is elsewhere. Returns whether the branch is gone. */
async function letBranchGo(site: Site, path: string): Promise<boolean> {
  const record = site.records.of(path)
  if (record === null) return true
  const lanes = new Set(site.records.all().map(({ branch }) => branch))
  if ((await whyKept(site.repository, record, { lanes })) !== null) return false
  await clearWorktree(site, record)
  return true
}
