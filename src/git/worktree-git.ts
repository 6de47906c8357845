/** Git in a worktree of a lane, whatever has become of the file that makes the folder one. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { GitOptions } from './git-command.ts'
import type { Repository } from './repository.ts'

export interface WorktreeGit extends GitOptions {
  readonly repository: Repository
  /** What git keeps for this worktree alone: HEAD, index, log of HEAD. null: it is gone. */
  readonly own: string | null
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Everything is named: were git to search from a folder that has lost its .git, it would
 * find the user's own checkout above and work on that.
 */
export function worktreeGit(repository: Repository, path: string): WorktreeGit {
  const own = ownFolder(repository, path)
  const environment = {
    GIT_DIR: own ?? repository.common,
    GIT_WORK_TREE: path,
    GIT_LITERAL_PATHSPECS: '0',
  }
  return { repository, own, in: existsSync(path) ? path : repository.common, environment }
}

function ownFolder({ common }: Repository, path: string): string | null {
  const all = join(common, 'worktrees')
  const owns = existsSync(all) ? readdirSync(all).map((name) => join(all, name)) : []
  const wanted = new Set([path, real(path)])
  return owns.find((own) => wanted.has(folderOf(own) ?? '')) ?? null
}

function folderOf(own: string): string | null {
  const file = join(own, 'gitdir')
  if (!existsSync(file)) return null
  return real(dirname(resolve(own, readFileSync(file, 'utf8').trim())))
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
