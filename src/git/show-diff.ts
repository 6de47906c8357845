/** What a task did, as git shows it to people: of what it has delivered, and of a worktree under way. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Changes } from '../core/delivery.ts'
import type { CommitId } from '../core/ids.ts'
import { countChanges } from './changed-files.ts'
import { mustGit, type GitOptions } from './git-command.ts'
import { scratchGit, treeOfWorktree } from './glimpse.ts'
import type { Repository } from './repository.ts'

export interface Diff {
  readonly text: string
  readonly changes: Changes
}

export interface DiffLook {
  /** Files and numbers of lines instead of the lines themselves. */
  readonly stat: boolean
  readonly colour: boolean
}

const PLAIN: DiffLook = { stat: false, colour: false }

export const diffOf = (
  { common }: Repository,
  { base, commit }: { readonly base: CommitId; readonly commit: CommitId },
  look: DiffLook = PLAIN,
): Promise<Diff> => between(base, commit, { in: common }, look)

/** Uncommitted and untracked files included; nothing is written but in a folder of its own in scratch. */
export async function diffOfWorktree(
  repository: Repository,
  scratch: string,
  { path, base }: { readonly path: string; readonly base: CommitId },
  look: DiffLook = PLAIN,
): Promise<Diff> {
  mkdirSync(scratch, { recursive: true })
  const own = mkdtempSync(join(scratch, 'diff-'))
  try {
    const git = scratchGit(repository, path, own)
    return await between(base, await treeOfWorktree(git, join(own, 'index')), git, look)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

async function between(
  from: string,
  to: string,
  git: GitOptions,
  { stat, colour }: DiffLook,
): Promise<Diff> {
  const how = [
    '--no-ext-diff',
    `--color=${colour ? 'always' : 'never'}`,
    stat ? '--stat' : '--patch',
  ]
  const text = await mustGit(['diff', ...how, from, to], git)
  return { text, changes: await countChanges(from, to, git) }
}
