/** What changed in a folder between two moments, counted by git without touching the user's index. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** The folder as it is now, untracked files included, as a tree in git; null outside of a repository. */
export async function treeOf(directory: string): Promise<string | null> {
  const own = await git(['rev-parse', '--git-path', 'index'], { in: directory })
  if (own === null) return null
  const index = join(tmpdir(), `conductor-index-${randomBytes(6).toString('hex')}`)
  const environment = { GIT_INDEX_FILE: index }
  const users = resolve(directory, own.trim())
  // Starting from a copy saves reading every file again.
  if (existsSync(users)) copyFileSync(users, index)
  try {
    if ((await git(['add', '--all', '.'], { in: directory, environment })) === null) return null
    return (await git(['write-tree'], { in: directory, environment }))?.trim() ?? null
  } finally {
    rmSync(index, { force: true })
  }
}

export async function measureChanges(directory: string, before: string | null): Promise<Changes> {
  const after = before === null ? null : await treeOf(directory)
  if (before === null || after === null) return NOT_COUNTED
  const between = (...options: readonly string[]) =>
    git(['diff-tree', '-r', '--no-renames', ...options, before, after], { in: directory })
  const numbers = await between('--numstat')
  const created = await between('--name-only', '--diff-filter=A')
  return numbers === null || created === null ? NOT_COUNTED : tally(numbers, created)
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
