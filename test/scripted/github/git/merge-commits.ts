/** The three ways of GitHub to merge a pull request, done with git in a bare repository; no branch is moved here. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Signature } from './bare-repository.ts'
import { git, tryGit } from './call-git.ts'

export type MergeMethod = 'merge' | 'squash' | 'rebase'

export interface MergeOrder {
  readonly base: string
  readonly head: string
  readonly method: MergeMethod
  readonly message: string
  readonly author: Signature
}

/** The tree of both, or null when they conflict. */
async function mergedTree(folder: string, base: string, head: string): Promise<string | null> {
  const { code, out, error } = await tryGit(folder, ['merge-tree', '--write-tree', base, head])
  if (code > 1) throw new Error(`git merge-tree: ${error}`)
  return code === 0 ? out.trim() : null
}

/** The new commit for the base branch, or null when git finds a conflict. */
export async function mergeCommit(folder: string, order: MergeOrder): Promise<string | null> {
  if (order.method === 'rebase') return await rebased(folder, order)
  const tree = await mergedTree(folder, order.base, order.head)
  if (tree === null) return null
  const parents = order.method === 'merge' ? [order.base, order.head] : [order.base]
  const { name, email } = order.author
  return await git(
    folder,
    ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', order.message],
    { env: { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email } },
  )
}

/** GitHub makes new commits even where the old ones would do: their committer changes. */
async function rebased(folder: string, { base, head }: MergeOrder): Promise<string | null> {
  const place = await mkdtemp(join(tmpdir(), 'github-rebase-'))
  try {
    await git(folder, ['worktree', 'add', '-q', '--detach', place, head])
    const { code } = await tryGit(place, ['rebase', '-q', '--force-rebase', base])
    return code === 0 ? await git(place, ['rev-parse', 'HEAD']) : null
  } finally {
    await rm(place, { recursive: true, force: true })
    await git(folder, ['worktree', 'prune'])
  }
}
