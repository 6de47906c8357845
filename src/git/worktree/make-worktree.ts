/** Makes a new worktree, with a folder and a branch of its own, and drops a worktree that nobody has used. */
import { mkdirSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { WorktreeRequest } from '../../conduct/worktree-ports.ts'
import { freeName, type Name } from './free-name.ts'
import { tipOf } from '../call/commits.ts'
import { mustGit } from '../call/git-command.ts'
import { adminOf, headOf, standingAt, unregister } from '../call/registered-worktrees.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import type { Owner, WorktreeRecord } from './worktree-record.ts'
import { deleteBranch, type Site } from './worktree-site.ts'

export interface Made {
  readonly record: WorktreeRecord
  readonly notes: readonly string[]
}

/** The part of a request that a new worktree needs; a person may also ask for one. */
export type NewWorktree = Owner & Pick<WorktreeRequest, 'lane' | 'from'>

export async function makeWorktree(
  site: Site,
  request: NewWorktree,
  signal: AbortSignal,
): Promise<Made> {
  const made = await site.lock.hold(() => addEmpty(site, request))
  try {
    await fillWorktree(site.repository, made.record.path, signal)
    return made
  } catch (error) {
    await dropWorktree(site, made.record)
    throw error
  }
}

export const newRecord = (request: NewWorktree, { path, branch }: Name): WorktreeRecord => ({
  lane: request.lane,
  branch,
  path,
  run: request.run,
  task: request.task,
  attempt: request.attempt,
  base: request.from,
  rulesFrom: request.from,
  createdAt: Date.now(),
  usedAt: Date.now(),
  port: null,
  status: 'opening',
  tip: null,
  handedOverAt: 0,
})

/** The caller holds the lock. The record is written first, so that whatever a crash leaves is known to be ours. */
async function addEmpty(site: Site, request: NewWorktree): Promise<Made> {
  const { notes, ...name } = await freeName(site, request.lane, request.run)
  mkdirSync(site.root, { recursive: true })
  const record = site.records.write(newRecord(request, name))
  const words = ['worktree', 'add', '--quiet', '--no-checkout', '--no-track', '-b', name.branch]
  try {
    await mustGit([...words, '--', name.path, request.from], { in: site.repository.root })
    return { record, notes }
  } catch (error) {
    await dropHeld(site, record)
    throw error
  }
}

let filling = 0

/** Checks the files out. Several worktrees at once share the processors; a single one uses them all. */
export async function fillWorktree(
  repository: Repository,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  filling++
  try {
    const workers = Math.max(1, Math.floor(availableParallelism() / filling))
    const setting = ['-c', `checkout.workers=${workers}`]
    await mustGit([...setting, 'reset', '--hard', '--quiet', '--no-recurse-submodules'], {
      ...contentGit(repository, path),
      signal,
    })
  } finally {
    filling--
  }
}

/** Drops a worktree that is still opening: nobody has worked in it, so nothing in it is work. */
export async function dropWorktree(site: Site, record: WorktreeRecord): Promise<void> {
  await site.lock.hold(() => dropHeld(site, record))
}

async function dropHeld(site: Site, record: WorktreeRecord): Promise<void> {
  const { path, branch, base } = record
  const standing = standingAt(path, site.repository)
  const admin = standing.is === 'there' ? standing.admin : adminOf(path, site.repository)
  const head = admin === null ? null : headOf(admin)
  const isOurs = head === null || head === `refs/heads/${branch}`
  if ((isOurs && standing.is === 'there') || isHalfMade(path)) site.removals.remove(path)
  if (isOurs && admin !== null) unregister(admin)
  if ((await tipOf(branch, site.repository.root)) === base) await deleteBranch(site, branch, base)
  site.records.forget(path)
}

/** Git was killed before it had written anything but its own .git file there. */
function isHalfMade(path: string): boolean {
  try {
    return readdirSync(path).every((name) => name === '.git')
  } catch {
    // There is nothing, or no folder: nothing of ours.
    return false
  }
}
