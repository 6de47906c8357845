/** The files of a transcript: the newest, and the older one that it has replaced, each with the position where it begins. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inAttempt } from '../../core/value/home-paths.ts'

/**
 * The first line of a file that continues a dropped or older one. begins: how many bytes were written before
 * this file.
 */
export interface Beginning {
  readonly at: number
  readonly begins: number
}

export const LONGEST_BEGINNING = 80

export const beginningLine = (begins: number): string =>
  `${JSON.stringify({ at: Date.now(), begins } satisfies Beginning)}\n`

/** The position of the next byte that is written to this file. */
export const endOf = (fd: number): number => (beginningOf(fd) ?? 0) + fstatSync(fd).size

export interface OpenFile {
  readonly fd: number
  readonly size: number
  /** The position of the first byte of this file. */
  readonly begins: number
  readonly changedAt: number
}

/** The files are open only while they are used. */
export function withFiles<T>(folder: string, use: (files: readonly OpenFile[]) => T): T {
  const files = openFiles(folder)
  try {
    return use(files)
  } finally {
    for (const { fd } of files) closeSync(fd)
  }
}

/**
 * Oldest first. The writer may rename the newest file and begin another while we open both; since each file
 * says where it begins, each is read at its right position, whichever we opened.
 */
function openFiles(folder: string): readonly OpenFile[] {
  const newest = openAt(inAttempt(folder, 'transcript'))
  const older = openAt(inAttempt(folder, 'olderTranscript'))
  if (newest === null) return older === null ? [] : [{ ...older, begins: older.begins ?? 0 }]
  if (older === null) return [{ ...newest, begins: newest.begins ?? 0 }]
  if (older.ino === newest.ino) {
    closeSync(newest.fd)
    return [{ ...older, begins: older.begins ?? 0 }]
  }
  // Files of earlier versions do not say where they begin. Then there are only these two files, or an older one
  // has been dropped since.
  const second = older.begins === null ? older.size : 0
  const files = [
    { ...older, begins: older.begins ?? 0 },
    { ...newest, begins: newest.begins ?? second },
  ]
  return files.toSorted((a, b) => a.begins - b.begins)
}

function openAt(path: string) {
  try {
    const fd = openSync(path, 'r')
    const { size, ino, mtimeMs: changedAt } = fstatSync(fd)
    return { fd, size, ino, changedAt, begins: beginningOf(fd) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** null: the file does not say where it begins. */
function beginningOf(fd: number): number | null {
  const [line] = bytesAt(fd, 0, LONGEST_BEGINNING).toString('latin1').split('\n')
  const match = /^\{"at":\d+,"begins":(\d+)\}$/.exec(line!)
  return match === null ? null : Number(match[1])
}

export function bytesAt(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length))
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from))
}
