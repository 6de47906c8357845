/** Compares files of the work tree with those of a commit. */
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askGit, GitRefused, mustGit, streamGit, type GitOptions } from '../call/git-command.ts'

/** Files of the commit that the work tree does not have as the commit has them. */
export async function unlike(git: GitOptions, commit: string): Promise<ReadonlySet<string>> {
  const scratch = mkdtempSync(join(tmpdir(), 'conductor-take-'))
  try {
    const environment = { ...git.environment, GIT_INDEX_FILE: join(scratch, 'index') }
    const own = { ...git, environment }
    await mustGit(['read-tree', commit], own)
    // Git compares the content of files, and takes note of those that are the same.
    await askGit(['update-index', '-q', '--refresh'], own)
    const differing = ['diff-files', '--name-only', '-z', '--ignore-submodules=all']
    return new Set((await mustGit(differing, own)).split('\0'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** begin: the file has the first part of that content and no more, as git leaves it when it cannot write on. */
type Likeness = 'whole' | 'begin' | 'other'

/** Needs no space on the disk. Only for ordinary files; whatever else there may be is `other`. */
export async function likenessOf(git: GitOptions, commit: string, path: string): Promise<Likeness> {
  const file = join(git.in, path)
  if (entryAt(file)?.isFile() !== true) return 'other'
  const opened = openSync(file, 'r')
  let read = 0
  let likeness: Likeness = 'whole'
  const compare = (piece: Buffer): 'more' | 'enough' => {
    const here = Buffer.alloc(piece.length)
    const length = readSync(opened, here, 0, piece.length, read)
    read += length
    const isSame = here.subarray(0, length).equals(piece.subarray(0, length))
    likeness = isSame ? (length < piece.length ? 'begin' : 'whole') : 'other'
    return likeness === 'whole' ? 'more' : 'enough'
  }
  try {
    await streamGit(['cat-file', '--filters', `${commit}:${path}`], git, compare)
    return read < fstatSync(opened).size ? 'other' : likeness
  } catch (error) {
    // A filter of the user's fails, so nobody knows what the file would be.
    if (error instanceof GitRefused) return 'other'
    throw error
  } finally {
    closeSync(opened)
  }
}

/** null: there is nothing, or a file where a folder would have to be. A link is not followed. */
export function entryAt(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch (error) {
    if (!NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    return null
  }
}

const NOT_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])
