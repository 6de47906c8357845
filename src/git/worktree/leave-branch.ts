/** What is left of a lane whose folder has gone: its branch, if there still is one. */
import { tipOf } from '../call/commits.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import type { Site } from './worktree-site.ts'

export async function leaveBranchOf(site: Site, old: WorktreeRecord): Promise<void> {
  // Its branch has gone, or has become someone else's, when it was released.
  if (old.status === 'pooled') return site.records.forget(old.path)
  const tip = await tipOf(old.branch, site.repository.root)
  if (tip === null) site.records.forget(old.path)
  else site.records.write({ ...old, status: 'branch-only', tip })
}
