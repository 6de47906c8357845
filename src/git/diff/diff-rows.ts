/** The files of a diff as git lists them: their names, modes, blobs and numbers of lines. */
import { mustGit, type GitOptions } from '../call/git-command.ts'

export interface Sides {
  /** Commits or trees. */
  readonly from: string
  readonly to: string
  /** Git that finds both of them. */
  readonly git: GitOptions
}

export interface DiffRow {
  readonly path: string
  /** Where it was, if that was elsewhere. */
  readonly oldPath: string | null
  /** As git has it: A, D, M, T (another kind of file), R, and C where a file has become several. */
  readonly letter: string
  readonly before: Version
  readonly after: Version
  /** Lines; null: git takes it for binary. */
  readonly added: number | null
  readonly deleted: number | null
}

interface Version {
  /** Only zeros: there is none. */
  readonly mode: string
  readonly blob: string
}

export interface RowOptions {
  /** A file that was renamed is otherwise one that went and one that came. */
  readonly renames: boolean
  /** Only these; none: all. */
  readonly paths?: readonly string[]
}

export async function diffRows(
  { from, to, git }: Sides,
  { renames, paths = [] }: RowOptions,
): Promise<readonly DiffRow[]> {
  const words = ['diff-tree', '-z', '--raw', '--numstat', ...ALL_OF_IT, renamesOr(renames)]
  return rowsIn(await mustGit([...words, from, to, ...literally(paths)], git))
}

/** Whatever is configured: nothing is hidden, and nobody else's program is asked. */
export const ALL_OF_IT = ['-r', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none']

export const renamesOr = (renames: boolean): string => (renames ? '-M' : '--no-renames')

/** As they are, whatever stands in them. */
export const literally = (paths: readonly string[]): readonly string[] =>
  paths.length === 0 ? [] : ['--', ...paths.map((path) => `:(literal)${path}`)]

/** First ":modes blobs letter", path, ... and then "added<tab>deleted<tab>path", ... of the same files. */
function rowsIn(said: string): readonly DiffRow[] {
  const words = said.split('\0').values()
  const next = (): string => words.next().value ?? ''
  const rows: Omit<DiffRow, 'added' | 'deleted'>[] = []
  let word = next()
  for (; word.startsWith(':'); word = next()) rows.push(namedRow(word, next))
  return rows.map((row) => {
    const [added, deleted] = word.split('\t').map(lines)
    // Where a file was renamed its two names follow.
    for (let names = row.oldPath === null ? 0 : 2; names > 0; names--) next()
    word = next()
    return { ...row, added: added ?? null, deleted: deleted ?? null }
  })
}

/** Two names follow where a file was renamed. */
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

/** A "-" stands for a binary file. */
const lines = (word: string): number | null => (word === '-' ? null : Number(word))
