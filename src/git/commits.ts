/** Questions about commits: where a name stands, and which of two came first. */
import { commitId, type CommitId } from '../core/ids.ts'
import { askGit, GitRefused, runGit, type GitOptions } from './git-command.ts'

/** null: there is no such branch. Throws GitRefused when git cannot tell. */
export const tipOf = (branch: string, folder: string): Promise<CommitId | null> =>
  commitAt(`refs/heads/${branch}`, { in: folder })

/** null: it stands on nothing. Throws GitRefused when git cannot tell, which is another matter. */
export async function commitAt(name: string, git: GitOptions): Promise<CommitId | null> {
  const args = ['rev-parse', '--verify', '--quiet', name]
  const end = await askGit(args, git)
  if (end.code > 1) throw new GitRefused(args, end)
  return end.code === 1 ? null : commitId(end.stdout.trim())
}

export async function isAncestor(older: string, newer: string, folder: string): Promise<boolean> {
  return (await askGit(['merge-base', '--is-ancestor', older, newer], { in: folder })).code === 0
}

/** Where two lines of work part; histories that have nothing in common part at the first. */
export async function baseOf(folder: string, one: CommitId, other: CommitId): Promise<CommitId> {
  const said = await runGit(['merge-base', one, other], { in: folder })
  return said === null ? one : commitId(said.trim())
}
