/** What changed in a folder between two moments, counted by git without touching the user's index. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Measured } from '../core/summary.ts'
import { git } from './git-command.ts'

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
  const own = await git(['rev-parse', '--git-path', 'index'], { in: directory })
  const environment = await scratch(snapshot)
  if (own === null || environment === null) return null
  const index = join(objects, `index-${randomBytes(6).toString('hex')}`)
  const using = { in: directory, environment: { ...environment, GIT_INDEX_FILE: index } }
  // Starting from a copy of the user's saves reading every file again.
  if (existsSync(resolve(directory, own.trim())))
    copyFileSync(resolve(directory, own.trim()), index)
  try {
    if ((await git(['add', '--all', '.'], using)) === null) return null
    return (await git(['write-tree'], using))?.trim() ?? null
  } finally {
    rmSync(index, { force: true })
  }
}

/** The snapshot is not needed any more afterwards. */
export async function measureChanges(snapshot: Snapshot, before: string | null): Promise<Changes> {
  const after = before === null ? null : await treeOf(snapshot)
  const environment = await scratch(snapshot)
  if (before === null || after === null || environment === null) return NOT_COUNTED
  const between = (...options: readonly string[]) =>
    git(['diff-tree', '-r', '--no-renames', ...options, before, after], {
      in: snapshot.directory,
      environment,
    })
  const numbers = await between('--numstat')
  const created = await between('--name-only', '--diff-filter=A')
  rmSync(snapshot.objects, { recursive: true, force: true })
  return numbers === null || created === null ? NOT_COUNTED : tally(numbers, created)
}

/** git reads the user's objects and writes its own elsewhere. */
async function scratch({ directory, objects }: Snapshot): Promise<Record<string, string> | null> {
  const users = await git(['rev-parse', '--git-path', 'objects'], { in: directory })
  if (users === null) return null
  mkdirSync(objects, { recursive: true })
  return {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(directory, users.trim()),
  }
}

function tally(numbers: string, created: string): Changes {
  const rows = linesOf(numbers).map((line) => line.split('\t'))
  const filesCreated = linesOf(created).length
  return {
    filesCreated,
    filesChanged: rows.length - filesCreated,
    linesAdded: total(rows.map((row) => row[0])),
    linesDeleted: total(rows.map((row) => row[1])),
  }
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

/** Of a binary file git says "-". */
const total = (numbers: readonly (string | undefined)[]): number =>
  numbers.reduce((sum, number) => sum + (Number(number) || 0), 0)
