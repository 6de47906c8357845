/** Clears away a worktree and its branch, the work of which is known to be elsewhere. */
import { tipOf } from '../call/commits.ts'
import { inspectWorktree } from '../keep/inspect-worktree.ts'
import { keepIgnored } from '../keep/keep-ignored.ts'
import { dropWorktree } from '../worktree/make-worktree.ts'
import { adminOf, standingAt, unregister } from '../call/registered-worktrees.ts'
import { removeSecured } from '../worktree/remove-worktree.ts'
import { rescue } from '../keep/rescue.ts'
import { folderOf } from './why-kept.ts'
import type { WorktreeRecord } from '../worktree/worktree-record.ts'
import { deleteBranch, type Site } from '../worktree/worktree-site.ts'

/** Only when nothing speaks for keeping it: see whyKept. */
export async function clearWorktree(site: Site, record: WorktreeRecord): Promise<void> {
  const { repository } = site
  if (record.status === 'opening') return dropWorktree(site, record)
  const standing = folderOf(record, repository)
  if (standing.is === 'there') {
    await keepIgnored(site, record, await inspectWorktree(repository, record.path, standing.admin))
    await removeSecured(site, record, standing.admin)
  }
  const isGone = standingAt(record.path, repository).is === 'gone'
  const left = isGone ? adminOf(record.path, repository) : null
  if (left !== null) await site.lock.hold(async () => unregister(left))
  const tip = await tipOf(record.branch, repository.root)
  if (tip !== null && record.status !== 'pooled') {
    // What has landed in another form is there, but not these commits.
    const { run, lane, attempt } = record
    await rescue(repository, [tip], { run, lane, attempt, why: 'it has landed in another form' })
    await site.lock.hold(() => deleteBranch(site, record.branch, tip))
  }
  site.records.forget(record.path)
}
