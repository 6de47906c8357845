/** The two sides of a diff: commits, or on one side a worktree as it stands. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DiffSource } from '../../core/landing/diff-source.ts'
import type { Sides } from './diff-rows.ts'
import { runGit, type GitOptions } from '../call/git-command.ts'
import { scratchGit, treeOfWorktree } from '../land/worktree-snapshot.ts'
import { contentGit, type Repository } from '../call/repository.ts'

export interface DiffPlace {
  readonly repository: Repository
  /** A folder of ours for files that are needed only while someone looks at the diff. */
  readonly scratch: string
}

/**
 * Uncommitted and untracked files are included; git writes only into a folder of its own in scratch, which
 * is deleted afterwards. With a target (a branch), the first side is the commit where the work left the
 * target: the diff is what landing the work now would change there.
 */
export async function withSides<Result>(
  { repository, scratch }: DiffPlace,
  subject: DiffSource,
  target: string | null,
  work: (sides: Sides) => Promise<Result>,
): Promise<Result> {
  if (!('path' in subject)) {
    const { base, commit } = subject
    const git = contentGit(repository, repository.common)
    return work({ from: await leftAt(target, commit, git, base), to: commit, git })
  }
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  const own = mkdtempSync(join(scratch, 'diff-'))
  try {
    const git = scratchGit(repository, subject.path, own)
    const to = await treeOfWorktree(git, join(own, 'index'))
    const from = git.admin === null ? subject.base : await leftAt(target, 'HEAD', git, subject.base)
    return await work({ from, to, git })
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Where the commit left the target; the base when the target is gone or has no history in common with the work. */
async function leftAt(
  target: string | null,
  commit: string,
  git: GitOptions,
  base: string,
): Promise<string> {
  if (target === null) return base
  const mergeBase = await runGit(['merge-base', `refs/heads/${target}`, commit], git)
  return mergeBase?.trim() ?? base
}
