/** Removes a worktree whose work is safe: renamed aside, forgotten by git, deleted in the background. */
import { leaveBranchOf } from './leave-branch.ts'
import { unregister } from '../call/registered-worktrees.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import type { Site } from './worktree-site.ts'

/** For a worktree that has just been secured; admin is the folder that git keeps about it. */
export async function removeSecured(
  site: Site,
  record: WorktreeRecord,
  admin: string,
): Promise<void> {
  await site.lock.hold(async () => {
    site.removals.remove(record.path)
    unregister(admin)
    await leaveBranchOf(site, record)
  })
}
