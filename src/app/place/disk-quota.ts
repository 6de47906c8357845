/** Whether worktrees take more of the disk than configured. */
import { formatSize } from '../../core/value/size.ts'
import { bytesOfWorktrees } from '../../git/by-hand/list-worktrees.ts'

/** A sentence for people; null: there is no limit, or it is kept. */
export async function overDisk(home: string, limit: number | null): Promise<string | null> {
  if (limit === null) return null
  const used = await bytesOfWorktrees(home)
  if (used <= limit) return null
  return `worktrees use ${formatSize(used)}, more than the ${formatSize(limit)} of worktrees.max_disk; clean up with: conductor prune`
}
