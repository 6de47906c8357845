/**
 * Restores worktrees that someone has taken away: their commits are on the branch, and git can be told of
 * a folder again.
 */
import { readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CommitId } from '../../core/value/ids.ts'
import type { WorktreeRequest } from '../../conduct/worktree-ports.ts'
import { fillWorktree } from './make-worktree.ts'
import { baseOf, tipOf } from '../call/commits.ts'
import { mustGit, runGit } from '../call/git-command.ts'
import {
  adminOf,
  registeredWorktrees,
  standingAt,
  unregister,
} from '../call/registered-worktrees.ts'
import { contentGit } from '../call/repository.ts'
import { keepLogged } from '../keep/keep-logged.ts'
import { rescue } from '../keep/rescue.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import type { Site } from './worktree-site.ts'

export type Reopened =
  | {
      readonly is: 'reopened'
      readonly record: WorktreeRecord
      readonly notes: readonly string[]
      /** Only files from git are in the folder, so it has to be set up. */
      readonly bare: boolean
    }
  /** The lane needs a new worktree, which starts at `from` and is compared with `base`. */
  | {
      readonly is: 'lost'
      readonly from: CommitId
      readonly base: CommitId
      readonly notes: readonly string[]
    }

/**
 * Makes the folder again from the branch; if the place or the branch is not available, the lane gets
 * another folder.
 */
export async function restoreWorktree(
  site: Site,
  record: WorktreeRecord,
  request: WorktreeRequest,
): Promise<Reopened> {
  const { path, branch } = record
  const { isThere, tip } = await makeAgain(site, record)
  if (!isThere) return moveAway(site, record, request, tip)
  const notes =
    record.status === 'branch-only'
      ? []
      : [`the folder ${path} was gone; it was made again from branch ${branch}`]
  return { is: 'reopened', record, notes, bare: true }
}

/** tip: the commit at which the branch stands or stood; null: unknown. */
export async function makeAgain(
  site: Site,
  record: WorktreeRecord,
): Promise<{ readonly isThere: boolean; readonly tip: CommitId | null }> {
  const { path, branch } = record
  const tip = (await tipOf(branch, site.repository.root)) ?? (await lastKnown(site, record))
  const isFree = standingAt(path, site.repository).is === 'gone'
  const isThere =
    isFree && tip !== null && (await site.lock.hold(() => addAgain(site, record, tip)))
  if (isThere) await fillWorktree(site.repository, path, new AbortController().signal)
  return { isThere, tip }
}

/** The last tip of a branch that was deleted too; null when git has removed the commit meanwhile. */
async function lastKnown({ repository }: Site, { tip }: WorktreeRecord): Promise<CommitId | null> {
  if (tip === null) return null
  return (await runGit(['cat-file', '-e', tip], { in: repository.root })) === null ? null : tip
}

/** The caller holds the lock. false: the branch is checked out elsewhere, or the worktree is locked. */
async function addAgain(site: Site, record: WorktreeRecord, tip: CommitId): Promise<boolean> {
  const { path, branch } = record
  const { root } = site.repository
  const worktrees = await registeredWorktrees(site.repository)
  if (worktrees.some((entry) => entry.branch === branch && entry.path !== path)) return false
  if (worktrees.some((entry) => entry.locked && entry.path === path)) return false
  const admin = adminOf(path, site.repository)
  if (admin !== null) {
    const { run, lane, attempt } = record
    const why = 'made in its worktree, whose folder was taken away'
    await keepLogged(site.repository, { admin, branch }, { run, lane, attempt, why })
    unregister(admin)
  }
  const hasBranch = (await tipOf(branch, root)) !== null
  const at = hasBranch ? ['--', path, branch] : ['--no-track', '-b', branch, '--', path, tip]
  const words = ['worktree', 'add', '--quiet', '--no-checkout']
  await mustGit([...words, ...at], { in: root })
  return true
}

/** Gives up the old place. Whatever stands there stays, and so does the branch. */
async function moveAway(
  site: Site,
  record: WorktreeRecord,
  { from, start }: WorktreeRequest,
  tip: CommitId | null,
): Promise<Reopened> {
  const { path, branch, run, lane, attempt } = record
  const why = `${path} cannot be used any more`
  const ref =
    tip === null ? null : await rescue(site.repository, [tip], { run, lane, attempt, why })
  site.records.forget(path)
  const kept = ref === null ? '' : `; what ${branch} holds is kept as ${ref}`
  const notes = [`${why}: it or its branch is gone, locked or used by someone else${kept}`]
  if (start === 'fresh' || tip === null) return { is: 'lost', from, base: from, notes }
  return { is: 'lost', from: tip, base: await baseOf(site.repository.root, from, tip), notes }
}

/** Git has forgotten a folder that still stands: we make an entry for another folder and give it to this one. */
export async function reattachWorktree(site: Site, record: WorktreeRecord): Promise<void> {
  const { path, branch } = record
  const aside = join(site.root, `.${basename(path)}.reattach`)
  await site.lock.hold(async () => {
    rmSync(aside, { recursive: true, force: true })
    const hasBranch = (await tipOf(branch, site.repository.root)) !== null
    const start = record.tip ?? record.base
    const at = hasBranch ? ['--', aside, branch] : ['--no-track', '-b', branch, '--', aside, start]
    const words = ['worktree', 'add', '--quiet', '--no-checkout', '--force']
    await mustGit([...words, ...at], { in: site.repository.root })
    const [, admin] = /^gitdir: ([^]*?)\n?$/.exec(readFileSync(join(aside, '.git'), 'utf8')) ?? []
    writeFileSync(join(admin!, 'gitdir'), `${join(path, '.git')}\n`)
    renameSync(join(aside, '.git'), join(path, '.git'))
    rmdirSync(aside)
  })
  // The index is reset to the branch, so that git sees everything else in the folder as changed.
  await mustGit(['reset', '--quiet', '--mixed'], contentGit(site.repository, path))
}
