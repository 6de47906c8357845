/** A transcript read from any position on, by readers that come and go while it is written. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { formatSize } from '../../core/value/size.ts'
import { inAttempt } from '../../core/value/home-paths.ts'

export type TranscriptEntry = { readonly at: number } & (
  | { readonly out: string }
  | { readonly err: string }
  /** The whole of what a tool was given, or of what came of it. */
  | { readonly tool: string }
  /** Said by Conductor, not by the attempt. */
  | { readonly note: string }
)

interface TranscriptPart {
  readonly pieces: readonly TranscriptEntry[]
  readonly from: number
  readonly to: number
}

/**
 * Positions count every byte that was ever written. Whoever is so far behind that something was dropped
 * meanwhile is told so, and goes on with what is left.
 */
export interface TranscriptFile {
  /** A megabyte at most: go on from `to`, until that is `from`. */
  read(from: number): TranscriptPart
}

/** The first line of a file that is not the first: what came before it has so many bytes. */
interface Beginning {
  readonly at: number
  readonly begins: number
}

export const LONGEST_BEGINNING = 80

export const beginningLine = (begins: number): string =>
  `${JSON.stringify({ at: Date.now(), begins } satisfies Beginning)}\n`

/** Where whatever is written to this file next will be. */
export const endOf = (fd: number): number => (beginningOf(fd) ?? 0) + fstatSync(fd).size

const MOST_AT_ONCE = 2 ** 20

export function transcriptFile(folder: string): TranscriptFile {
  let quiet: { readonly mark: string; readonly end: number } | null = null
  return {
    read(wanted) {
      const mark = markOf(inAttempt(folder, 'transcript'))
      if (mark !== null && quiet?.mark === mark && wanted >= quiet.end) return nothing(wanted)
      const part = partFrom(folder, wanted)
      // Its mark was taken before: what has come since makes another.
      quiet = mark !== null && part.to === wanted ? { mark, end: wanted } : null
      return part
    },
  }
}

/** Each call returns what has come since the last. */
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

/** What does not parse (a line being written, a torn one) is passed over. */
export function entriesIn(text: string): readonly TranscriptEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      const entry = line === '' ? null : (JSON.parse(line) as TranscriptEntry | Beginning)
      return entry === null || 'begins' in entry ? [] : [entry]
    } catch {
      // Half a line: the rest is being written, or was cut off by a crash.
      return []
    }
  })
}

const nothing = (at: number): TranscriptPart => ({ pieces: [], from: at, to: at })

/** Another as soon as anything was written; null: there is no such file. */
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
  /** The position of its first byte. */
  readonly begins: number
}

/**
 * Oldest first. The one that is written may be renamed and begun anew while we open both; since each says
 * itself where it begins, whatever we got hold of is read at its right place.
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
  // Files of earlier versions do not say it; then there are these two, or the first has been dropped since.
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

/** null: it does not say. */
function beginningOf(fd: number): number | null {
  const [line] = bytesAt(fd, 0, LONGEST_BEGINNING).toString('latin1').split('\n')
  const said = /^\{"at":\d+,"begins":(\d+)\}$/.exec(line!)
  return said === null ? null : Number(said[1])
}

/** Whole lines, about a megabyte of them; a file that is not written any more has no half line to wait for. */
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
