/** Where the worktrees of a repository are made, and what the code that makes or removes them needs. */
import { mustGit } from '../call/git-command.ts'
import { openRemovals, type Removals } from '../call/remove-folder.ts'
import type { Repository } from '../call/repository.ts'
import { openRepositoryLock, type RepositoryLock } from '../call/repository-lock.ts'
import {
  openWorktreeRecords,
  type WorktreeRecord,
  type WorktreeRecords,
} from './worktree-record.ts'
import type { Worktree } from '../../conduct/worktree-ports.ts'

export interface Site {
  readonly repository: Repository
  /** The `.conductor` folder. */
  readonly home: string
  /** The folder in which worktrees are made. */
  readonly root: string
  readonly branchPrefix: string
  readonly lock: RepositoryLock
  readonly records: WorktreeRecords
  readonly removals: Removals
}

/** Opens a site for one piece of work and closes it afterwards. */
export async function withSite<Result>(
  place: Pick<Site, 'repository' | 'home' | 'root' | 'branchPrefix'>,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  const { repository, home, root, branchPrefix } = place
  const lock = openRepositoryLock(repository.common)
  const removals = openRemovals(repository, root)
  const records = openWorktreeRecords(home)
  try {
    return await work({ repository, home, root, branchPrefix, lock, records, removals })
  } finally {
    await removals.done()
    lock.close()
  }
}

/** By compare-and-swap: a branch that has moved meanwhile is not deleted. */
export async function deleteBranch(
  { repository }: Site,
  branch: string,
  tip: string,
): Promise<void> {
  await mustGit(['update-ref', '-d', `refs/heads/${branch}`, tip], { in: repository.root })
}

/** The worktree as its attempts see it. */
export function worktreeOf(
  { repository }: Pick<Site, 'repository'>,
  record: WorktreeRecord,
  { each = 0, notes = [] }: { readonly each?: number; readonly notes?: readonly string[] } = {},
): Worktree {
  const { lane, path, branch, base, port } = record
  const ports =
    port === null
      ? {}
      : { CONDUCTOR_PORT: String(port), CONDUCTOR_PORT_LAST: String(port + each - 1) }
  const environment = {
    CONDUCTOR_WORKTREE: path,
    CONDUCTOR_BRANCH: branch,
    CONDUCTOR_LANE: lane,
    CONDUCTOR_BASE: base,
    CONDUCTOR_ROOT: repository.root,
    ...ports,
  }
  return { lane, path, branch, base, environment, notes }
}
