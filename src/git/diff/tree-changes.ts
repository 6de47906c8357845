/** Counts what changed in a folder between two moments, with git and without touching the user's index. */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Measured } from '../../core/report/summary.ts'
import { countChanges } from './changed-files.ts'
import { copyIndex } from '../call/copy-index.ts'
import { GitRefused, runGit, type GitOptions } from '../call/git-command.ts'
import { scratchObjects, treeIn } from '../call/scratch-tree.ts'

export type Changes = Pick<
  Measured,
  'filesCreated' | 'filesChanged' | 'linesAdded' | 'linesDeleted'
>

const NOT_COUNTED: Changes = {
  filesCreated: null,
  filesChanged: null,
  linesAdded: null,
  linesDeleted: null,
}

/** A folder, and where git puts the objects that describe it: not among the user's objects. */
export interface Snapshot {
  readonly directory: string
  readonly objects: string
}

/** The folder as it is now, with untracked files, as a tree in git; null outside a repository. */
export async function treeOf(snapshot: Snapshot): Promise<string | null> {
  const git = await gitFor(snapshot)
  if (git === null) return null
  const index = join(snapshot.objects, `index-${randomBytes(6).toString('hex')}`)
  try {
    // Git starts from a copy of the user's index, so that it need not read every file again.
    if (existsSync(git.index)) copyIndex(git.index, index)
    return await treeIn(git.options, index)
  } catch (error) {
    if (error instanceof GitRefused) return null
    throw error
  } finally {
    rmSync(index, { force: true })
  }
}

export async function measureChanges(snapshot: Snapshot, before: string | null): Promise<Changes> {
  const after = before === null ? null : await treeOf(snapshot)
  const git = after === null ? null : await gitFor(snapshot)
  if (before === null || after === null || git === null) return NOT_COUNTED
  try {
    return await countChanges(before, after, git.options)
  } catch (error) {
    if (error instanceof GitRefused) return NOT_COUNTED
    throw error
  }
}

/** Deletes the objects of the snapshot when it is not compared with anything any more. */
export const dropSnapshot = ({ objects }: Snapshot): void =>
  rmSync(objects, { recursive: true, force: true })

interface SnapshotGit {
  /** The user's own index. */
  readonly index: string
  readonly options: GitOptions
}

async function gitFor({ directory, objects }: Snapshot): Promise<SnapshotGit | null> {
  if (!isInRepository(directory)) return null
  const paths = ['--git-path', 'index', '--git-path', 'objects']
  const answer = await runGit(['rev-parse', ...paths], { in: directory })
  const [index, users] = (answer ?? '').split('\n').map((path) => resolve(directory, path))
  if (answer === null || index === undefined || users === undefined) return null
  return { index, options: { in: directory, environment: scratchObjects(objects, users) } }
}

/** Avoids starting git outside a repository. */
function isInRepository(directory: string): boolean {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true
    if (at === dirname(at)) return false
  }
}
