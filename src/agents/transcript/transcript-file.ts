/** Reads a transcript from any position on, or back from any position, also while it is being written. */
import { statSync } from 'node:fs'
import type { TranscriptEntry, TranscriptPiece } from '../../core/transcript/entry.ts'
import { readEntry } from '../../core/transcript/read-entry.ts'
import { formatSize } from '../../core/value/size.ts'
import { inAttempt } from '../../core/value/home-paths.ts'
import { withFiles, type OpenFile } from './open-files.ts'
import { linesBefore, linesFrom, type Lines } from './whole-lines.ts'

interface TranscriptPart {
  readonly pieces: readonly TranscriptPiece[]
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
  /** Returns what stands before a position, `most` bytes at most; what stands before that is before `from`. */
  readBack(before: number, most: number): TranscriptPart
  /** The first position that has not been dropped, and the position after the last byte. */
  bounds(): Bounds
}

interface Bounds {
  readonly begins: number
  readonly ends: number
}

const MOST_AT_ONCE = 2 ** 20

export function transcriptFile(folder: string): TranscriptFile {
  let unchanged: { readonly mark: string; readonly end: number } | null = null
  return {
    read(wanted) {
      const mark = markOf(inAttempt(folder, 'transcript'))
      if (mark !== null && unchanged?.mark === mark && wanted >= unchanged.end)
        return nothing(wanted)
      const part = withFiles(folder, (files) => partFrom(files, wanted))
      // The mark was taken before the read, so bytes written since then give the file another mark.
      unchanged = mark !== null && part.to === wanted ? { mark, end: wanted } : null
      return part
    },
    readBack: (before, most) =>
      withFiles(folder, (files) => partBefore(files, before, Math.min(most, MOST_AT_ONCE))),
    bounds: () => withFiles(folder, boundsOf),
  }
}

/** Each call of the returned function returns the entries written since the last call. */
export function followTranscript(folder: string): () => readonly TranscriptEntry[] {
  const file = transcriptFile(folder)
  let at = 0
  return () => {
    const entries: TranscriptEntry[] = []
    for (;;) {
      const part = file.read(at)
      entries.push(...part.pieces.map(({ position: _, ...entry }) => entry))
      if (part.to === at) return entries
      at = part.to
    }
  }
}

const nothing = (at: number): TranscriptPart => ({ pieces: [], from: at, to: at })

/** A mark that differs as soon as anything was written; null: the file does not exist. */
function markOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? null : `${stat.ino} ${stat.size} ${stat.mtimeNs}`
}

function partFrom(files: readonly OpenFile[], wanted: number): TranscriptPart {
  const file = files.find(({ begins, size }) => wanted < begins + size)
  if (file === undefined) return nothing(wanted)
  const at = Math.max(wanted, file.begins)
  const isWritten = file === files.at(-1)
  const lines = linesFrom(file, { from: at - file.begins, most: MOST_AT_ONCE, isWritten })
  const pieces = piecesOf(lines, file)
  const lost = at - wanted
  return {
    pieces: lost === 0 ? pieces : [droppedNote(lost, at, pieces), ...pieces],
    from: wanted,
    to: file.begins + lines.to,
  }
}

function boundsOf(files: readonly OpenFile[]): Bounds {
  const [first, last] = [files[0], files.at(-1)]
  if (first === undefined || last === undefined) return { begins: 0, ends: 0 }
  return { begins: first.begins, ends: last.begins + last.size }
}

function partBefore(files: readonly OpenFile[], wanted: number, most: number): TranscriptPart {
  const { begins, ends } = boundsOf(files)
  const before = Math.min(wanted, ends)
  const file = files.findLast((one) => one.begins < before)
  if (file === undefined) return nothing(begins)
  const isWritten = file === files.at(-1)
  const to = Math.min(before - file.begins, file.size)
  const lines = linesBefore(file, { before: to, most, isWritten })
  const from = file.begins + lines.from
  const pieces = piecesOf(lines, file)
  const isCut = from === begins && begins > 0
  return {
    pieces: isCut ? [droppedNote(begins, begins, pieces), ...pieces] : pieces,
    from,
    to: file.begins + lines.to,
  }
}

/** A line that does not parse, because it is being written or was torn, is skipped. */
function piecesOf({ bytes, from, tooLong }: Lines, file: OpenFile): readonly TranscriptPiece[] {
  if (tooLong !== null) return tooLong === 'first' ? [tooLongNote(file, from)] : []
  const pieces: TranscriptPiece[] = []
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(LINE_END, start)
    const end = newline < 0 ? bytes.length : newline
    const entry = readEntry(bytes.toString('utf8', start, end))
    if (entry !== null) pieces.push({ ...entry, position: file.begins + from + start })
    start = end + 1
  }
  return pieces
}

const LINE_END = 0x0a

const droppedNote = (
  bytes: number,
  position: number,
  before: readonly TranscriptEntry[],
): TranscriptPiece => ({
  at: before[0]?.at ?? Date.now(),
  note: `${formatSize(bytes)} of what was printed before this was dropped`,
  position,
})

const tooLongNote = ({ begins, changedAt }: OpenFile, from: number): TranscriptPiece => ({
  at: changedAt,
  note: 'a line of more than 1 MB is not shown',
  position: begins + from,
})
