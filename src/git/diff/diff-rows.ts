/** The files of a diff as git lists them: their names, modes, blobs and numbers of lines. */
import { mustGit, type GitOptions } from '../call/git-command.ts'

export interface Sides {
  /** Commits or trees. */
  readonly from: string
  readonly to: string
  /** The options of a git that finds both of them. */
  readonly git: GitOptions
}

export interface DiffRow {
  readonly path: string
  /** The previous path, if the file was renamed or copied. */
  readonly oldPath: string | null
  /** The letter of git: A, D, M, T (another kind of file), R, and C where a file has become several. */
  readonly letter: string
  readonly before: Version
  readonly after: Version
  /** Numbers of lines; null: git takes the file for binary. */
  readonly added: number | null
  readonly deleted: number | null
}

interface Version {
  /** Only zeros: the file does not exist on this side. */
  readonly mode: string
  readonly blob: string
}

export interface RowOptions {
  /** false: a renamed file is listed as one deleted and one added file. */
  readonly renames: boolean
  /** Only these paths; an empty list means all. */
  readonly paths?: readonly string[]
}

export async function diffRows(
  { from, to, git }: Sides,
  { renames, paths = [] }: RowOptions,
): Promise<readonly DiffRow[]> {
  const words = ['diff-tree', '-z', '--raw', '--numstat', ...ALL_OF_IT, renamesOr(renames)]
  return rowsIn(await mustGit([...words, from, to, ...literally(paths)], git))
}

/** Overrides the user's settings: nothing is hidden, and no external program is started. */
export const ALL_OF_IT = ['-r', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none']

export const renamesOr = (renames: boolean): string => (renames ? '-M' : '--no-renames')

/** Passes the paths literally, whatever characters they contain. */
export const literally = (paths: readonly string[]): readonly string[] =>
  paths.length === 0 ? [] : ['--', ...paths.map((path) => `:(literal)${path}`)]

/**
 * Git prints ":modes blobs letter", path, ... for all files, and then "added<tab>deleted<tab>path", ...
 * for the same files.
 */
function rowsIn(output: string): readonly DiffRow[] {
  const words = output.split('\0').values()
  const next = (): string => words.next().value ?? ''
  const rows: Omit<DiffRow, 'added' | 'deleted'>[] = []
  let word = next()
  for (; word.startsWith(':'); word = next()) rows.push(namedRow(word, next))
  return rows.map((row) => {
    const [added, deleted] = word.split('\t').map(lines)
    // For a renamed file its two names follow.
    for (let names = row.oldPath === null ? 0 : 2; names > 0; names--) next()
    word = next()
    return { ...row, added: added ?? null, deleted: deleted ?? null }
  })
}

/** Two names follow the word when the file was renamed. */
function namedRow(word: string, next: () => string): Omit<DiffRow, 'added' | 'deleted'> {
  const [oldMode, mode, oldBlob, blob, status] = word.slice(1).split(' ')
  const letter = status!.charAt(0)
  const first = next()
  const isElsewhere = letter === 'R' || letter === 'C'
  return {
    path: isElsewhere ? next() : first,
    oldPath: isElsewhere ? first : null,
    letter,
    before: { mode: oldMode!, blob: oldBlob! },
    after: { mode: mode!, blob: blob! },
  }
}

/** Git prints "-" for a binary file. */
const lines = (word: string): number | null => (word === '-' ? null : Number(word))
