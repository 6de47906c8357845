/** Finds repositories inside a worktree, submodules included: their files are in no commit of ours. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { runGit, type GitOptions } from '../call/git-command.ts'

/** The repositories below the given folders, relative to the worktree. Links are not followed. */
export async function nestedRepositories(
  path: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  const repositories: string[] = []
  for (const folder of folders) await collect(path, folder.replace(/\/$/, ''), repositories)
  return repositories
}

async function collect(path: string, folder: string, repositories: string[]): Promise<void> {
  if (existsSync(join(path, folder, '.git'))) repositories.push(folder)
  const entries = await readdir(join(path, folder), { withFileTypes: true }).catch(() => [])
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== '.git')
      await collect(path, join(folder, entry.name), repositories)
}

/** The repositories that have changes, or commits that no remote has. While there is one, the folder must stay. */
export async function withWork(
  path: string,
  repositories: readonly string[],
): Promise<readonly string[]> {
  if (repositories.length === 0) return []
  const around = await commonOf(within(path))
  const checked = await Promise.all(
    repositories.map(async (name) => ((await hasWork(join(path, name), around)) ? [name] : [])),
  )
  return checked.flat()
}

async function hasWork(folder: string, around: string | null): Promise<boolean> {
  if (await isUnclean(folder)) return true
  const git = within(folder)
  const shared = (await commonOf(git)) === around
  const tips = shared ? ['HEAD'] : ['--all']
  const kept = shared ? ['--branches', '--glob=refs/conductor/rescue'] : []
  const own = await runGit(['rev-list', '-n1', ...tips, '--not', '--remotes', ...kept], git)
  return own !== ''
}

/** Whether the repository has uncommitted changes. If git cannot tell, it may have. */
export async function isUnclean(folder: string): Promise<boolean> {
  const how = ['--porcelain', '--untracked-files=all', '--ignore-submodules=none']
  return (await runGit(['status', ...how], within(folder))) !== ''
}

async function commonOf(git: GitOptions): Promise<string | null> {
  const common = await runGit(['rev-parse', '--git-common-dir'], git)
  return common === null ? null : resolve(git.in, common.trim())
}

/** If the folder is no repository, git must not find the one around it. */
const within = (folder: string): GitOptions => ({
  in: folder,
  environment: { GIT_CEILING_DIRECTORIES: dirname(folder) },
})
