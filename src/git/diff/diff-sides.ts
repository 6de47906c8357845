/** The two sides of a diff: commits, or on one side a worktree as it stands. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DiffSubject } from '../../core/landing/diff-subject.ts'
import type { Sides } from './diff-rows.ts'
import { runGit, type GitOptions } from '../call/git-command.ts'
import { scratchGit, treeOfWorktree } from '../land/glimpse.ts'
import { contentGit, type Repository } from '../call/repository.ts'

export interface DiffPlace {
  readonly repository: Repository
  /** A folder of ours, for what is needed only while somebody looks. */
  readonly scratch: string
}

/**
 * Uncommitted and untracked files are included; nothing is written but in a folder of its own in
 * scratch, which is gone afterwards. With a target, a branch, the first side is where the work has left
 * that: what landing it now would change there.
 */
export async function withSides<Result>(
  { repository, scratch }: DiffPlace,
  subject: DiffSubject,
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

/** A target that is gone, or has nothing in common with the work, tells nothing. */
async function leftAt(
  target: string | null,
  commit: string,
  git: GitOptions,
  base: string,
): Promise<string> {
  if (target === null) return base
  const said = await runGit(['merge-base', `refs/heads/${target}`, commit], git)
  return said?.trim() ?? base
}
