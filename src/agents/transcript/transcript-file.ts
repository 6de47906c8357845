/** Reads a transcript from any position on, also while it is being written. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { formatSize } from '../../core/value/size.ts'
import { inAttempt } from '../../core/value/home-paths.ts'

export type TranscriptEntry = { readonly at: number } & (
  | { readonly out: string }
  | { readonly err: string }
  /** The whole input of a tool, or the whole result. */
  | { readonly tool: string }
  /** Written by Conductor, not printed by the attempt. */
  | { readonly note: string }
)

interface TranscriptPart {
  readonly pieces: readonly TranscriptEntry[]
  readonly from: number
  readonly to: number
}

/**
 * Positions count every byte that was ever written. A reader that is so far behind that bytes were dropped
 * meanwhile gets a note about it, and goes on with what is left.
 */
export interface TranscriptFile {
  /** Returns a megabyte at most: the caller reads on from `to`, until `to` equals the position it asked for. */
  read(from: number): TranscriptPart
}

/**
 * The first line of a file that continues a dropped or older one. begins: how many bytes were written before
 * this file.
 */
interface Beginning {
  readonly at: number
  readonly begins: number
}

export const LONGEST_BEGINNING = 80

export const beginningLine = (begins: number): string =>
  `${JSON.stringify({ at: Date.now(), begins } satisfies Beginning)}\n`

/** The position of the next byte that is written to this file. */
export const endOf = (fd: number): number => (beginningOf(fd) ?? 0) + fstatSync(fd).size

const MOST_AT_ONCE = 2 ** 20

export function transcriptFile(folder: string): TranscriptFile {
  let unchanged: { readonly mark: string; readonly end: number } | null = null
  return {
    read(wanted) {
      const mark = markOf(inAttempt(folder, 'transcript'))
      if (mark !== null && unchanged?.mark === mark && wanted >= unchanged.end)
        return nothing(wanted)
      const part = partFrom(folder, wanted)
      // The mark was taken before the read, so bytes written since then give the file another mark.
      unchanged = mark !== null && part.to === wanted ? { mark, end: wanted } : null
      return part
    },
  }
}

/** Each call of the returned function returns the entries written since the last call. */
export function followTranscript(folder: string): () => readonly TranscriptEntry[] {
  const file = transcriptFile(folder)
  let at = 0
  return () => {
    const pieces: TranscriptEntry[] = []
    for (;;) {
      const part = file.read(at)
      pieces.push(...part.pieces)
      if (part.to === at) return pieces
      at = part.to
    }
  }
}

/** A line that does not parse, because it is being written or was torn, is skipped. */
export function entriesIn(text: string): readonly TranscriptEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      const entry = line === '' ? null : (JSON.parse(line) as TranscriptEntry | Beginning)
      return entry === null || 'begins' in entry ? [] : [entry]
    } catch {
      // This is half a line: the rest is being written, or was cut off by a crash.
      return []
    }
  })
}

const nothing = (at: number): TranscriptPart => ({ pieces: [], from: at, to: at })

/** A mark that differs as soon as anything was written; null: the file does not exist. */
function markOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? null : `${stat.ino} ${stat.size} ${stat.mtimeNs}`
}

function partFrom(folder: string, wanted: number): TranscriptPart {
  const files = openFiles(folder)
  try {
    const file = files.find(({ begins, size }) => wanted < begins + size)
    if (file === undefined) return nothing(wanted)
    const at = Math.max(wanted, file.begins)
    const bytes = linesOf(file, at - file.begins, file === files.at(-1))
    const pieces = entriesIn(bytes.toString('utf8'))
    const lost = at - wanted
    return {
      pieces: lost === 0 ? pieces : [droppedNote(lost, pieces), ...pieces],
      from: wanted,
      to: at + bytes.length,
    }
  } finally {
    for (const { fd } of files) closeSync(fd)
  }
}

const droppedNote = (bytes: number, before: readonly TranscriptEntry[]): TranscriptEntry => ({
  at: before[0]?.at ?? Date.now(),
  note: `${formatSize(bytes)} of what was printed before this was dropped`,
})

interface OpenFile {
  readonly fd: number
  readonly size: number
  /** The position of the first byte of this file. */
  readonly begins: number
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
    const { size, ino } = fstatSync(fd)
    return { fd, size, ino, begins: beginningOf(fd) }
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

/**
 * Returns whole lines, about a megabyte of them. The last line of a file that is not written any more counts as
 * whole, because no more of it comes.
 */
function linesOf({ fd, size }: OpenFile, from: number, isWritten: boolean): Buffer {
  for (let most = MOST_AT_ONCE; ; most *= 2) {
    const bytes = bytesAt(fd, from, Math.min(most, size - from))
    const isRest = from + bytes.length >= size
    const whole = bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1)
    if (isRest && !isWritten) return bytes
    if (isRest || whole.length > 0) return whole
  }
}

const LINE_END = 0x0a

function bytesAt(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length))
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from))
}
