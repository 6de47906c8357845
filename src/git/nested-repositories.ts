/** Repositories inside of a worktree: what is in them is in no commit of ours. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { askGit } from './git-command.ts'

/** Below the given folders of a worktree; relative to it. */
export async function nestedRepositories(
  path: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const folder of folders) await collect(path, folder.replace(/\/$/, ''), found)
  return found
}

async function collect(path: string, folder: string, found: string[]): Promise<void> {
  if (existsSync(join(path, folder, '.git'))) found.push(folder)
  const entries = await readdir(join(path, folder), { withFileTypes: true }).catch(() => [])
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== '.git')
      await collect(path, join(folder, entry.name), found)
}

/** Those that hold anything no other repository is known to have. */
export async function withWork(
  path: string,
  repositories: readonly string[],
): Promise<readonly string[]> {
  const having: string[] = []
  for (const name of repositories) if (await hasWork(join(path, name))) having.push(name)
  return having
}

async function hasWork(folder: string): Promise<boolean> {
  const git = [`--git-dir=${join(folder, '.git')}`, `--work-tree=${folder}`]
  const ask = async (...words: readonly string[]) => askGit([...git, ...words], { in: folder })
  // What git does not take for a repository is a folder with a strange name in it.
  if ((await ask('rev-parse', '--git-dir')).code !== 0) return false
  const status = await ask('status', '--porcelain', '--untracked-files=normal')
  const words = ['rev-list', '--max-count=1', '--branches', '--tags', 'HEAD', '--not', '--remotes']
  const own = await ask(...words)
  const stash = await ask('rev-parse', '--verify', '--quiet', 'refs/stash')
  return status.stdout !== '' || own.code !== 0 || own.stdout !== '' || stash.code === 0
}
