/** After the folder of a lane has gone, keeps a record of its branch, if the branch still exists. */
import { tipOf } from '../call/commits.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import type { Site } from './worktree-site.ts'

export async function leaveBranchOf(site: Site, old: WorktreeRecord): Promise<void> {
  // The branch was deleted when the lane was released, or belongs to someone else by now.
  if (old.status === 'pooled') return site.records.forget(old.path)
  const tip = await tipOf(old.branch, site.repository.root)
  if (tip === null) site.records.forget(old.path)
  else site.records.write({ ...old, status: 'branch-only', tip })
}
