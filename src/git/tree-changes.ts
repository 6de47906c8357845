/** What changed in a folder between two moments, counted by git without touching the user's index. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Measured } from '../core/summary.ts'
import { countChanges } from './changed-files.ts'
import { copyIndex } from './copy-index.ts'
import { GitRefused, runGit } from './git-command.ts'

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

/** A folder, and where to put the objects that describe it: not among the user's. */
export interface Snapshot {
  readonly directory: string
  readonly objects: string
}

/** The folder as it is now, untracked files included, as a tree in git; null outside of a repository. */
export async function treeOf(snapshot: Snapshot): Promise<string | null> {
  const { directory, objects } = snapshot
  const git = await scratchGit(snapshot)
  if (git === null) return null
  const index = join(objects, `index-${randomBytes(6).toString('hex')}`)
  // Starting from a copy of the user's saves reading every file again.
  if (existsSync(git.index)) copyIndex(git.index, index)
  const using = { in: directory, environment: { ...git.environment, GIT_INDEX_FILE: index } }
  try {
    if ((await runGit(['add', '--all', '.'], using)) === null) return null
    return (await runGit(['write-tree'], using))?.trim() ?? null
  } finally {
    rmSync(index, { force: true })
  }
}

/** The snapshot is not needed any more afterwards. */
export async function measureChanges(snapshot: Snapshot, before: string | null): Promise<Changes> {
  const after = before === null ? null : await treeOf(snapshot)
  const git = after === null ? null : await scratchGit(snapshot)
  if (before === null || after === null || git === null) return NOT_COUNTED
  const using = { in: snapshot.directory, environment: git.environment }
  try {
    return await countChanges(before, after, using)
  } catch (error) {
    if (error instanceof GitRefused) return NOT_COUNTED
    throw error
  } finally {
    rmSync(snapshot.objects, { recursive: true, force: true })
  }
}

interface ScratchGit {
  /** The user's own. */
  readonly index: string
  /** git reads the user's objects and writes its own elsewhere. */
  readonly environment: Readonly<Record<string, string>>
}

async function scratchGit({ directory, objects }: Snapshot): Promise<ScratchGit | null> {
  if (!isInRepository(directory)) return null
  const paths = ['--git-path', 'index', '--git-path', 'objects']
  const answer = await runGit(['rev-parse', ...paths], { in: directory })
  const [index, users] = (answer ?? '').split('\n').map((path) => resolve(directory, path))
  if (answer === null || index === undefined || users === undefined) return null
  mkdirSync(objects, { recursive: true })
  const environment = { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: users }
  return { index, environment }
}

/** Spares starting git where it has nothing to say. */
function isInRepository(directory: string): boolean {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true
    if (at === dirname(at)) return false
  }
}
