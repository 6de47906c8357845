/** Git as we use it in worktrees: nothing of the user's runs along, and nothing stays behind. */
import { commitId, type CommitId } from '../core/ids.ts'
import { askGit, mustGit, runGit, type GitEnd, type GitOptions } from './git-command.ts'

/** Hooks are for people's own commands; housekeeping and watchers would outlive ours. */
const QUIET = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

/** Throws GitRefused. */
export async function quietGit(args: readonly string[], options: GitOptions): Promise<string> {
  return mustGit([...QUIET, ...args], options)
}

export async function askQuietGit(args: readonly string[], options: GitOptions): Promise<GitEnd> {
  return askGit([...QUIET, ...args], options)
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
