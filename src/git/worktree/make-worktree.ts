/** A new worktree: a folder of its own on a branch of its own, and how one is dropped that nobody has used. */
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

/** As much of a request as a new worktree needs; a person may ask for one, too. */
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

/** With the lock held. The record is there first: whatever a crash leaves is known to be ours. */
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

/** Many at once share the processors; one alone has them all. */
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

/** For a worktree that is opening: nobody has been in it, so nothing in it is work. */
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

/** Git was killed before it had put anything but its own file there. */
function isHalfMade(path: string): boolean {
  try {
    return readdirSync(path).every((name) => name === '.git')
  } catch {
    // Nothing there, or no folder: nothing of ours.
    return false
  }
}
