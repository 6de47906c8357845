/** Merges in memory with a given base, whatever base the histories of the two sides have. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Conflict } from '../../core/landing/delivery.ts'
import { commitId } from '../../core/value/ids.ts'
import type { GitOptions } from '../call/git-command.ts'
import { contentGit, type Repository } from '../call/repository.ts'
import { scratchObjects, withObjectsOf } from '../call/scratch-tree.ts'
import { conflictsIn, mergeTrees } from '../land/merge-or-conflict.ts'
import { standIn, writeObjects, type GitObject } from './git-objects.ts'

export interface MergePlace {
  readonly repository: Repository
  /** Reads temporary objects too, and writes to the repository. */
  readonly git: GitOptions
  /** Writes to a temporary folder. */
  readonly passing: GitOptions
}

/** Disposing the place removes its temporary objects. scratch: a folder of Conductor. */
export function openMergePlace(repository: Repository, scratch: string): MergePlace & Disposable {
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  const objects = mkdtempSync(join(scratch, 'replay-'))
  const git = contentGit(repository, repository.root)
  const users = join(repository.common, 'objects')
  const passing = { ...git, environment: { ...git.environment, ...scratchObjects(objects, users) } }
  return {
    repository,
    git: { ...git, environment: { ...git.environment, ...withObjectsOf(objects) } },
    passing,
    [Symbol.dispose]: () => rmSync(objects, { recursive: true, force: true }),
  }
}

export interface MergeOnBase {
  readonly base: string
  /** A tree. */
  readonly ours: string
  /** A commit whose only parent is the base. */
  readonly theirs: string | GitObject
}

export type MergedOnBase = { readonly tree: string } | { readonly conflicts: readonly Conflict[] }

/**
 * Git finds the base in the histories, and releases before 2.40 have no option for another one. So both sides are
 * commits whose only parent is the base. Throws GitRefused.
 */
export async function mergeOnBase(
  { repository, git, passing }: MergePlace,
  { base, ours, theirs }: MergeOnBase,
): Promise<MergedOnBase> {
  const mine = standIn(ours, base)
  const isThere = typeof theirs === 'string'
  await writeObjects(isThere ? [mine] : [mine, theirs], passing, { durably: false })
  const sides = { onto: commitId(mine.id), commit: commitId(isThere ? theirs : theirs.id) }
  const merged = await mergeTrees(repository, sides, git)
  if (merged.isClean) return { tree: merged.tree }
  return { conflicts: conflictsIn(merged, [sides.onto, sides.commit]) }
}
