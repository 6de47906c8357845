/** Keeps what people have recorded about the workspaces of a repository: `.conductor/workspaces.json`. */
import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { dirname } from 'node:path'
import { inHome } from '../core/value/home-paths.ts'
import { changeMarks, NO_MARKS } from '../core/workspace/marks.ts'
import type { BranchMarks, MarkChange, WorkspaceMarks } from '../core/workspace/marks.ts'

export interface KeptMarks {
  /** Throws MarksDamaged. */
  all(): WorkspaceMarks
  /**
   * Returns whether anything has changed. May throw, for example when the disk is full. Of two processes that change
   * something at once, one could lose its change: the caller sees to it that they take turns.
   */
  change(change: MarkChange): boolean
}

/** The file is there, but cannot be understood; it is left as it is. */
export class MarksDamaged extends Error {
  constructor(file: string) {
    super(`${file} cannot be read`)
  }
}

export function keptMarks(home: string): KeptMarks {
  const file = inHome(home, 'workspaceMarks')
  let last: { readonly stamp: string; readonly marks: WorkspaceMarks } | null = null
  return { all, change }

  function all(): WorkspaceMarks {
    const stats = statsOf(file)
    if (stats === undefined) return NO_MARKS
    // Reading a pipe would never end.
    if (!stats.isFile()) throw new MarksDamaged(file)
    const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs}`
    if (last?.stamp !== stamp) last = { stamp, marks: read(file) }
    return last.marks
  }

  function change(wanted: MarkChange): boolean {
    last = null
    const before = all()
    const after = changeMarks(before, wanted)
    if (after === before) return false
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    replace(file, textOf(after))
    return true
  }
}

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    // It may be a circle of links, or in a folder that this user may not look into.
    throw new MarksDamaged(file)
  }
}

/** A reader gets the old text or the new one, and a full disk leaves the old one and nothing else. */
function replace(file: string, text: string): void {
  const next = `${file}.${randomUUID()}.new`
  try {
    writeFileSync(next, text, { mode: 0o600 })
    renameSync(next, file)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

const textOf = (marks: WorkspaceMarks): string =>
  `${JSON.stringify({ version: 1, branches: Object.fromEntries(marks) }, null, 2)}\n`

function read(file: string): WorkspaceMarks {
  try {
    const { branches } = JSON.parse(readFileSync(file, 'utf8')) as { branches: object }
    return new Map(Object.entries(branches).map(([branch, marks]) => [branch, marksIn(marks)]))
  } catch {
    throw new MarksDamaged(file)
  }
}

function marksIn(told: Partial<Record<keyof BranchMarks, unknown>>): BranchMarks {
  return { blockers: textsIn(told.blockers), dependsOn: textsIn(told.dependsOn) }
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
