/** Work in a folder that the repository around it knows nothing of: repositories inside, submodules. */
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { runGit, type GitOptions } from './git-command.ts'

/**
 * Repositories and submodules below the folder that have changes, or commits that no remote has; "." is
 * the folder itself. As long as there is one, the folder must not be removed.
 */
export const hasWorkOutsideGit = async (path: string): Promise<readonly string[]> =>
  workBelow(path, await repositoriesIn(path, true))

/** Those of the repositories that hold such work, as paths from the folder. */
export async function workBelow(
  path: string,
  repositories: readonly string[],
): Promise<readonly string[]> {
  if (repositories.length === 0) return []
  const around = await commonOf(within(path))
  const checked = await Promise.all(
    repositories.map(async (folder) => ((await hasWork(folder, around)) ? [folder] : [])),
  )
  return checked.flat().map((folder) => relative(path, folder) || '.')
}

/** Links are not followed. In the folder of a worktree .git is a file, and in a repository a folder. */
async function repositoriesIn(folder: string, isTop = false): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const isOne = entries.some((entry) => entry.name === '.git' && (!isTop || entry.isDirectory()))
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git')
  const below: string[] = []
  for (const { name } of folders) below.push(...(await repositoriesIn(join(folder, name))))
  return isOne ? [folder, ...below] : below
}

async function hasWork(folder: string, around: string | null): Promise<boolean> {
  const git = within(folder)
  const status = await runGit(['status', '--porcelain', '--untracked-files=all'], git)
  // What git cannot answer for may be anything.
  if (status === null || status !== '') return true
  const shared = (await commonOf(git)) === around
  const tips = shared ? ['HEAD'] : ['--all']
  const kept = shared ? ['--branches', '--glob=refs/conductor/rescue'] : []
  const own = await runGit(['rev-list', '-n1', ...tips, '--not', '--remotes', ...kept], git)
  return own !== ''
}

async function commonOf(git: GitOptions): Promise<string | null> {
  const said = await runGit(['rev-parse', '--git-common-dir'], git)
  return said === null ? null : resolve(git.in, said.trim())
}

/** Git must not find the repository around it when what is here is none. */
const within = (folder: string): GitOptions => ({
  in: folder,
  environment: { GIT_CEILING_DIRECTORIES: dirname(folder) },
})
