/** A lane is not worked on for now: its folder is kept, or may serve another lane if all of it has landed. */
import type { CommitId } from '../core/ids.ts'
import { GitRefused } from './git-command.ts'
import { isAncestor, quietGit, tipOf } from './quiet-git.ts'
import { standingAt } from './registered-worktrees.ts'
import type { WorktreeRecord } from './worktree-record.ts'
import { deleteBranch, type Site } from './worktree-site.ts'

export async function releaseWorktree(
  site: Site,
  record: WorktreeRecord,
  how: 'landed' | 'kept',
  target: CommitId,
): Promise<void> {
  const landed = how === 'landed' ? await landedTip(site, record, target) : null
  const usedAt = Date.now()
  if (landed === null) site.records.write({ ...record, status: 'kept', usedAt })
  else {
    await letBranchGo(site, record, landed)
    site.records.write({ ...record, status: 'pooled', tip: landed, usedAt })
  }
}

/** null: the target has not all of it, or the worktree is not as it was. */
async function landedTip(
  site: Site,
  { path, branch }: WorktreeRecord,
  target: CommitId,
): Promise<CommitId | null> {
  if (standingAt(path, site.repository).is !== 'there') return null
  const tip = await tipOf(branch, path)
  return tip !== null && (await isAncestor(tip, target, path)) ? tip : null
}

/** HEAD stands on the commit itself first: a worktree on a branch that is gone would seem to have no history. */
async function letBranchGo(
  site: Site,
  { path, branch }: WorktreeRecord,
  tip: CommitId,
): Promise<void> {
  const head = await quietGit(['rev-parse', '--symbolic-full-name', 'HEAD'], { in: path })
  if (head === `refs/heads/${branch}`)
    await quietGit(['update-ref', '--no-deref', 'HEAD', tip], { in: path })
  try {
    await site.lock.hold(() => deleteBranch(site, branch, tip))
  } catch (error) {
    // It has moved since we looked: then it is someone's, and stays.
    if (!(error instanceof GitRefused)) throw error
  }
}
