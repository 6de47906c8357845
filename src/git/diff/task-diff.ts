/** What a task changed, file by file, for whoever reviews it. */
import type { DiffSubject } from '../../core/landing/diff-subject.ts'
import { diffRows, type DiffRow, type Sides } from './diff-rows.ts'
import { withSides, type DiffPlace } from './diff-sides.ts'
import { patchesOf, type Patch } from './patches.ts'

export interface FileDiff {
  readonly path: string
  /** Where it was before it was renamed. */
  readonly oldPath: string | null
  /** mode: nothing else about it has changed. */
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'mode'
  /** Lines; null: it is binary. */
  readonly added: number | null
  readonly deleted: number | null
  readonly isBinary: boolean
  /** Of the patch, also where that is left out. */
  readonly bytes: number
  /** In git's format; null: it is binary, or so long that it has to be asked for alone. */
  readonly patch: string | null
}

export interface TaskDiff {
  readonly base: string
  /** null: the worktree as it stands. */
  readonly commit: string | null
  /** In the order of their paths. */
  readonly files: readonly FileDiff[]
  /** There are more files. */
  readonly isCut: boolean
}

export interface TaskDiffOptions {
  /** A branch: what landing it now would change there, instead of what the task changed. */
  readonly target?: string | null
  /** Only this one of the changed files. */
  readonly file?: string
  /** 200 kB, or as much as of all files together when one is asked for alone. */
  readonly mostBytesPerFile?: number
  /** Of all patches together; 5 MB. */
  readonly mostBytes?: number
  readonly mostFiles?: number
}

const MOST_BYTES_PER_FILE = 200_000
const MOST_BYTES = 5_000_000
const MOST_FILES = 2000

/** Throws GitRefused or what the file system says, should the worktree go meanwhile. */
export function taskDiff(
  place: DiffPlace,
  subject: DiffSubject,
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

/** Of a file alone git is asked for no other: the rest may be a lot. */
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
  // What stands below a name that was a file's is listed with it.
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
