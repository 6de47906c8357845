/** Questions about commits: which commit a name stands for, and which of two commits came first. */
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { askGit, GitRefused, mustGit, runGit, type GitOptions } from './git-command.ts'

/** null: there is no such branch. Throws GitRefused when git cannot tell. */
export const tipOf = (branch: string, folder: string): Promise<CommitId | null> =>
  commitAt(`refs/heads/${branch}`, { in: folder })

/**
 * The commit that a name stands for; null: there is none. Throws GitRefused when git cannot tell, which is
 * another matter.
 */
export async function commitAt(name: string, git: GitOptions): Promise<CommitId | null> {
  const args = ['rev-parse', '--verify', '--quiet', name]
  const end = await askGit(args, git)
  if (end.code > 1) throw new GitRefused(args, end)
  return end.code === 1 ? null : commitId(end.stdout.trim())
}

export async function isAncestor(older: string, newer: string, folder: string): Promise<boolean> {
  return (await askGit(['merge-base', '--is-ancestor', older, newer], { in: folder })).code === 0
}

/** The commit at which two lines of work part; when they have no commit in common, the first of the two. */
export async function baseOf(folder: string, one: CommitId, other: CommitId): Promise<CommitId> {
  const base = await runGit(['merge-base', one, other], { in: folder })
  return base === null ? one : commitId(base.trim())
}

export interface Distance {
  /** Commits that the branch has and the target has not, and the other way round; null: git cannot tell. */
  readonly ahead: number | null
  readonly behind: number | null
}

export async function distanceOf(target: string, head: string, git: GitOptions): Promise<Distance> {
  const words = ['rev-list', '--left-right', '--count', `${target}...${head}`]
  const counts = await runGit(words, git)
  if (counts === null) return { ahead: null, behind: null }
  const [behind, ahead] = counts.trim().split('\t').map(Number)
  return { ahead: ahead ?? null, behind: behind ?? null }
}

export interface Ancestry {
  readonly id: CommitId
  readonly parents: readonly CommitId[]
}

/** Commits that `commit` has and `base` has not, the newest first. */
export async function commitsBetween(
  base: CommitId,
  commit: CommitId,
  git: GitOptions,
): Promise<readonly Ancestry[]> {
  const listing = await mustGit(['rev-list', '--parents', `${base}..${commit}`], git)
  const rows = listing.split('\n').filter(Boolean)
  return rows.map((row) => {
    const [id, ...parents] = row.split(' ').map(commitId)
    return { id: id!, parents }
  })
}

/** The object that each name stands for, with one call of git; null: git has no such object. */
export async function objectsAt(
  names: readonly string[],
  git: GitOptions,
): Promise<readonly (string | null)[]> {
  const input = names.map((name) => `${name}\n`).join('')
  const listing = await mustGit(['cat-file', '--batch-check'], { ...git, input })
  return listing.split('\n').map((row) => /^([0-9a-f]{40,64}) \w+ \d+$/.exec(row)?.[1] ?? null)
}
