/**
 * Releases the worktree of a lane that is not worked on for now: the folder is kept, or may serve another
 * lane if all of its work has landed.
 */
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { askGit } from '../call/git-command.ts'
import { placeOf } from '../land/checked-out.ts'
import { adminOf, headOf, standingAt, unregister } from '../call/registered-worktrees.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import { deleteBranch, type Site } from './worktree-site.ts'

export async function releaseWorktree(
  site: Site,
  record: WorktreeRecord,
  how: 'landed' | 'kept',
  target: CommitId,
): Promise<void> {
  const isGone = standingAt(record.path, site.repository).is === 'gone'
  if (record.status === 'branch-only' || (isGone && how === 'landed'))
    return how === 'landed' ? dropBranch(site, record, target) : undefined
  const landed = how === 'landed' ? await landedTip(site, record, target) : null
  const usedAt = Date.now()
  if (landed === null) site.records.write({ ...record, status: 'kept', usedAt })
  else {
    await letBranchGo(site, record, landed)
    site.records.write({ ...record, status: 'pooled', tip: landed, usedAt })
  }
}

/** For a folder that another lane has taken over, or that someone has taken away. */
async function dropBranch(site: Site, record: WorktreeRecord, target: CommitId): Promise<void> {
  const { repository } = site
  const tip = await mergedTip(site, record, target)
  if (tip === null || placeOf(repository, record.branch) !== null) return
  await site.lock.hold(async () => {
    const isGone = standingAt(record.path, repository).is === 'gone'
    const admin = isGone ? adminOf(record.path, repository) : null
    if (admin !== null) unregister(admin)
    await deleteBranch(site, record.branch, tip)
  })
  site.records.forget(record.path)
}

/** The tip of the branch; null: the target does not have all of it, or the worktree is not intact. */
async function landedTip(
  site: Site,
  record: WorktreeRecord,
  target: CommitId,
): Promise<CommitId | null> {
  const isThere = standingAt(record.path, site.repository).is === 'there'
  return isThere ? mergedTip(site, record, target) : null
}

/** The tip of the branch, if the target has all of it. */
async function mergedTip(
  { repository }: Site,
  { branch }: WorktreeRecord,
  target: CommitId,
): Promise<CommitId | null> {
  const words = ['for-each-ref', '--format=%(refname) %(objectname)', `--merged=${target}`]
  const { stdout } = await askGit([...words, `refs/heads/${branch}`], { in: repository.root })
  const [name, tip] = stdout.trim().split(' ')
  return name === `refs/heads/${branch}` && tip !== undefined ? commitId(tip) : null
}

/**
 * Deletes the branch. HEAD is detached at its commit first: a worktree on a deleted branch would seem to
 * have no history.
 */
async function letBranchGo(
  site: Site,
  { path, branch }: WorktreeRecord,
  tip: CommitId,
): Promise<void> {
  const standing = standingAt(path, site.repository)
  const isOnIt = standing.is === 'there' && headOf(standing.admin) === `refs/heads/${branch}`
  const detach = isOnIt ? `start\noption no-deref\nupdate HEAD ${tip}\ncommit\n` : ''
  const input = `${detach}start\ndelete refs/heads/${branch} ${tip}\ncommit\n`
  // If the branch has moved since we looked, someone uses it, and it stays.
  await site.lock.hold(() => askGit(['update-ref', '--stdin'], { in: path, input }))
}
