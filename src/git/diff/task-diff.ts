/** What a task changed, file by file, for a reviewer. */
import type { DiffSource } from '../../core/landing/diff-source.ts'
import { diffRows, type DiffRow, type Sides } from './diff-rows.ts'
import { withSides, type DiffPlace } from './diff-sides.ts'
import { patchesOf, type Patch } from './patches.ts'

export interface FileDiff {
  readonly path: string
  /** The path before the file was renamed. */
  readonly oldPath: string | null
  /** mode: only the mode of the file has changed. */
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'mode'
  /** Numbers of lines; null: the file is binary. */
  readonly added: number | null
  readonly deleted: number | null
  readonly isBinary: boolean
  /** The size of the patch, also when the patch itself is left out. */
  readonly bytes: number
  /** In git's format; null: the file is binary, or its patch is so long that it has to be requested alone. */
  readonly patch: string | null
}

export interface TaskDiff {
  readonly base: string
  /** null: the worktree as it stands. */
  readonly commit: string | null
  /** In the order of their paths. */
  readonly files: readonly FileDiff[]
  /** true: there are more files than these. */
  readonly isCut: boolean
}

export interface TaskDiffOptions {
  /** A branch: the diff is what landing the work now would change there, instead of what the task changed. */
  readonly target?: string | null
  /** Only this changed file. */
  readonly file?: string
  /** By default 200 kB, or the limit of all files together when one file is requested alone. */
  readonly mostBytesPerFile?: number
  /** The most bytes of all patches together; 5 MB by default. */
  readonly mostBytes?: number
  readonly mostFiles?: number
}

const MOST_BYTES_PER_FILE = 200_000
const MOST_BYTES = 5_000_000
const MOST_FILES = 2000

/** Throws GitRefused or an error of the file system if the worktree disappears meanwhile. */
export function taskDiff(
  place: DiffPlace,
  subject: DiffSource,
  options: TaskDiffOptions = {},
): Promise<TaskDiff> {
  const { target = null, file, mostFiles = MOST_FILES } = options
  return withSides(place, subject, target, async (sides) => {
    const rows = await diffRows(sides, { renames: true })
    const shown = file === undefined ? rows.slice(0, mostFiles) : rows.filter(isAt(file))
    const patches = await patchesFor(sides, shown, options)
    return {
      base: sides.from,
      commit: 'path' in subject ? null : subject.commit,
      files: shown.map((row, position) => fileDiff(row, patches[position])),
      isCut: file === undefined && rows.length > shown.length,
    }
  })
}

const isAt =
  (file: string) =>
  ({ path }: DiffRow): boolean =>
    path === file

/** For a single file, git prints no other patch: the rest may be large. */
async function patchesFor(
  sides: Sides,
  shown: readonly DiffRow[],
  options: TaskDiffOptions,
): Promise<readonly (Patch | undefined)[]> {
  const all = options.mostBytes ?? MOST_BYTES
  const { file, mostBytesPerFile: most } = options
  if (file === undefined)
    return patchesOf(sides, shown, { perFile: most ?? MOST_BYTES_PER_FILE, all })
  const limits = { perFile: most ?? all, all: Number.POSITIVE_INFINITY }
  const paths = shown.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [oldPath, path]))
  // When a file has become a folder, git lists the files below that name, too.
  const rows = await diffRows(sides, { renames: true, paths })
  const patches = await patchesOf(sides, rows, limits, paths)
  return shown.map(() => patches[rows.findIndex(isAt(file))])
}

function fileDiff(row: DiffRow, patch: Patch | undefined): FileDiff {
  const isBinary = row.added === null
  return {
    path: row.path,
    oldPath: row.oldPath,
    status: statusOf(row),
    added: row.added,
    deleted: row.deleted,
    isBinary,
    bytes: patch?.bytes ?? 0,
    patch: isBinary ? null : (patch?.text ?? null),
  }
}

function statusOf({ letter, before, after }: DiffRow): FileDiff['status'] {
  switch (letter) {
    case 'A':
      return 'added'
    case 'D':
      return 'deleted'
    case 'R':
    case 'C':
      return 'renamed'
    default:
      return before.blob === after.blob ? 'mode' : 'modified'
  }
}
