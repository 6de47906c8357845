/** How a worktree goes whose work is safe: renamed aside, forgotten by git, deleted in the background. */
import { leaveBranchOf } from './leave-branch.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import { unregister, type Site } from './worktree-site.ts'

/** Of a worktree that has just been secured. */
export async function removeSecured(site: Site, record: WorktreeRecord): Promise<void> {
  await site.lock.hold(async () => {
    site.removals.remove(record.path)
    await unregister(site, record.path)
    await leaveBranchOf(site, record)
  })
}
