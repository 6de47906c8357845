/** Git in the worktree of a lane, even if the folder's .git file is damaged or gone. */
import { join } from 'node:path'
import type { GitOptions } from '../call/git-command.ts'
import { adminOf, isFolder } from '../call/registered-worktrees.ts'
import { contentGit, type Repository } from '../call/repository.ts'

export interface WorktreeGit extends GitOptions {
  readonly repository: Repository
  /** The folder with what git keeps for this worktree alone: HEAD, index, log of HEAD. null: it is gone. */
  readonly admin: string | null
  readonly environment: Readonly<Record<string, string>>
}

/**
 * All folders are given to git by name. If git searched from a folder that has lost its .git, it would
 * find the user's own checkout above and work on that.
 */
export function worktreeGit(repository: Repository, path: string): WorktreeGit {
  const admin = adminOf(path, repository)
  const folder = isFolder(path) ? path : repository.common
  const { environment: settings } = contentGit(repository, folder)
  const environment = {
    ...settings,
    GIT_DIR: admin ?? repository.common,
    // Never the folder that a symbolic link in this place leads to.
    GIT_WORK_TREE: isFolder(path) ? path : join(repository.common, 'no-worktree'),
    GIT_LITERAL_PATHSPECS: '0',
  }
  return { repository, admin, in: folder, environment }
}
