/** Git as we use it in worktrees: nothing of the user's runs along, and nothing stays behind. */
import { availableParallelism } from 'node:os'
import { commitId, type CommitId } from '../core/ids.ts'
import { atMost } from './at-most.ts'
import { askGit, GitRefused, runGit, type GitEnd, type GitOptions } from './git-command.ts'

/** Hooks are for people's own commands; housekeeping and watchers would outlive ours. */
const QUIET = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

/** Starting a process stops all of Node until the process has had its first turn on a processor. */
const inShare = atMost(availableParallelism() + 1)

/** Throws GitRefused. */
export async function quietGit(args: readonly string[], options: GitOptions): Promise<string> {
  const end = await askQuietGit(args, options)
  if (end.code !== 0) throw new GitRefused(args, end)
  return end.stdout.replace(/\n$/, '')
}

/**
 * Several commands for one start from Node, which is the dear one. The line is a constant of ours;
 * words are data, and reach it as "$@".
 */
export async function quietGits(
  line: string,
  words: readonly string[],
  options: GitOptions,
): Promise<string> {
  return quietGit(['-c', `alias.ours=!ours() { ${line}; }; ours`, 'ours', ...words], options)
}

export async function askQuietGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  return inShare(() => askGit([...QUIET, ...args], options))
}

export async function isAncestor(older: string, newer: string, folder: string): Promise<boolean> {
  return (await askGit(['merge-base', '--is-ancestor', older, newer], { in: folder })).code === 0
}

/** null: there is no such branch. */
export async function tipOf(branch: string, folder: string): Promise<CommitId | null> {
  const name = `refs/heads/${branch}^{commit}`
  const said = await runGit(['rev-parse', '--verify', '--quiet', name], { in: folder })
  return said === null ? null : commitId(said.trim())
}

/** Where two lines of work part; histories that have nothing in common part at the first. */
export async function baseOf(folder: string, one: CommitId, other: CommitId): Promise<CommitId> {
  const said = await runGit(['merge-base', one, other], { in: folder })
  return said === null ? one : commitId(said.trim())
}
