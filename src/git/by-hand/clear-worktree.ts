/** Removes a worktree and its branch, whose work is known to be elsewhere. */
import { tipOf } from '../call/commits.ts'
import { inspectWorktree } from '../keep/inspect-worktree.ts'
import { keepIgnored } from '../keep/keep-ignored.ts'
import { keepLogged } from '../keep/keep-logged.ts'
import { dropWorktree } from '../worktree/make-worktree.ts'
import { adminOf, standingAt, unregister } from '../call/registered-worktrees.ts'
import { removeSecured } from '../worktree/remove-worktree.ts'
import { rescue } from '../keep/rescue.ts'
import { folderOf } from './why-kept.ts'
import type { WorktreeRecord } from '../worktree/worktree-record.ts'
import { deleteBranch, type Site } from '../worktree/worktree-site.ts'

/** Call this only when whyKept returns null. */
export async function clearWorktree(site: Site, record: WorktreeRecord): Promise<void> {
  const { repository } = site
  if (record.status === 'opening') return dropWorktree(site, record)
  const standing = folderOf(record, repository)
  const { run, lane, attempt, branch } = record
  if (standing.is === 'there') {
    const { admin } = standing
    await keepLogged(repository, { admin, branch }, { run, lane, attempt, why: LEFT_BEHIND })
    await keepIgnored(site, record, await inspectWorktree(repository, record.path, standing.admin))
    await removeSecured(site, record, standing.admin)
  }
  const isGone = standingAt(record.path, repository).is === 'gone'
  const staleAdmin = isGone ? adminOf(record.path, repository) : null
  if (staleAdmin !== null) {
    const logged = { admin: staleAdmin, branch }
    await keepLogged(repository, logged, { run, lane, attempt, why: LEFT_BEHIND })
    await site.lock.hold(async () => unregister(staleAdmin))
  }
  const tip = await tipOf(branch, repository.root)
  if (tip !== null && record.status !== 'pooled') {
    // The content has landed in another form, but these commits have not.
    await rescue(repository, [tip], { run, lane, attempt, why: 'it has landed in another form' })
    await site.lock.hold(() => deleteBranch(site, branch, tip))
  }
  site.records.forget(record.path)
}

const LEFT_BEHIND = 'made in its worktree and left behind there'
