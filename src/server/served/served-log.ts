/** What the server reads of runs: their recorded events, and the transcripts of attempts. */
import type { Event } from '../../core/run/event.ts'
import type { TranscriptPiece } from '../../core/transcript/entry.ts'
import type { RunId } from '../../core/value/ids.ts'

export interface EventLog {
  lastSequence(): number
  /** Changes when the store is replaced. A log whose store cannot be replaced has no identity. */
  identity?(): unknown
  /** The run that the newest event belongs to. */
  newestRun(): RunId | null
  runs(): readonly RunId[]
  /** Of the latest runs, this many at most, those that are not over. Absent: the log has a single run. */
  unfinishedRuns?(most: number): readonly RunId[]
  eventsOf(run: RunId, after?: number): Iterable<Event>
}

/**
 * Positions count every byte that was ever written; a note says what was dropped meanwhile. One read returns a megabyte
 * at most: continue from `to`, until that equals `from`.
 */
export interface TranscriptFile {
  read(from: number): TranscriptPart
  /** What stands before a position, `most` bytes at most. */
  readBack(before: number, most: number): TranscriptPart
  /** The first position that has not been dropped, and the position after the last byte. */
  bounds(): { readonly begins: number; readonly ends: number }
}

interface TranscriptPart {
  readonly pieces: readonly TranscriptPiece[]
  readonly from: number
  readonly to: number
}
