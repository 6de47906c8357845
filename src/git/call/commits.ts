/** Questions about commits: where a name stands, and which of two came first. */
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { askGit, GitRefused, mustGit, runGit, type GitOptions } from './git-command.ts'

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

export interface Distance {
  /** Commits that it has and the target has not, and the other way round; null: not to be known. */
  readonly ahead: number | null
  readonly behind: number | null
}

export async function distanceOf(target: string, head: string, git: GitOptions): Promise<Distance> {
  const words = ['rev-list', '--left-right', '--count', `${target}...${head}`]
  const said = await runGit(words, git)
  if (said === null) return { ahead: null, behind: null }
  const [behind, ahead] = said.trim().split('\t').map(Number)
  return { ahead: ahead ?? null, behind: behind ?? null }
}

export interface Ancestry {
  readonly id: CommitId
  readonly parents: readonly CommitId[]
}

/** Commits that the second has and the first has not, the newest first. */
export async function commitsBetween(
  base: CommitId,
  commit: CommitId,
  git: GitOptions,
): Promise<readonly Ancestry[]> {
  const said = await mustGit(['rev-list', '--parents', `${base}..${commit}`], git)
  const rows = said.split('\n').filter(Boolean)
  return rows.map((row) => {
    const [id, ...parents] = row.split(' ').map(commitId)
    return { id: id!, parents }
  })
}

/** What each name stands for, with one question; null: nothing that git has. */
export async function objectsAt(
  names: readonly string[],
  git: GitOptions,
): Promise<readonly (string | null)[]> {
  const input = names.map((name) => `${name}\n`).join('')
  const said = await mustGit(['cat-file', '--batch-check'], { ...git, input })
  return said.split('\n').map((row) => /^([0-9a-f]{40,64}) \w+ \d+$/.exec(row)?.[1] ?? null)
}
