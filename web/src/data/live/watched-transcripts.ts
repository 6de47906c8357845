/** The transcripts that views show: one stream from the server for each, however many views show it. */
import type { AttemptId } from '../../../../src/core/value/ids.ts'
import type { FromBrowser, FromServer } from '../../../../src/server/live/messages.ts'
import { longFieldOf, type TranscriptPiece } from '../../../../src/core/transcript/entry.ts'

type Reader = (pieces: readonly TranscriptPiece[]) => void

export interface WatchedTranscripts {
  /**
   * Calls the reader with the transcript from a position on, as it comes; some of it may come twice. Returns a function
   * that stops it.
   */
  watch(attempt: AttemptId, reader: Reader, from?: number): () => void
  heard(message: FromServer & { readonly type: 'transcript' }): void
  /** To be called when the line is up again: each transcript goes on from where it was. */
  resume(): void
}

interface Watched {
  readonly readers: Set<Reader>
  /** The position of its first piece. */
  readonly began: number
  /** The newest pieces, for readers that join later; no more of them than the server keeps by default. */
  readonly pieces: TranscriptPiece[]
  characters: number
  at: number
  /** We sent `watch` again; pieces that do not fit were sent before the server got it, and are dropped. */
  hasAskedAgain: boolean
}

export function watchTranscripts(send: (message: FromBrowser) => void): WatchedTranscripts {
  const watched = new Map<AttemptId, Watched>()
  return {
    watch(attempt, heard, from = 0) {
      const transcript = watched.get(attempt)
      const reader: Reader = (pieces) => heard(pieces)
      if (transcript === undefined) begin(attempt, new Set([reader]), from)
      else if (from < transcript.began) begin(attempt, transcript.readers.add(reader), from)
      else join(transcript, reader)
      return () => leave(attempt, reader)
    },
    heard({ attempt, from, to, pieces }) {
      const transcript = watched.get(attempt)
      if (transcript === undefined) return
      if (from !== transcript.at) return askAgain(attempt, transcript)
      transcript.at = to
      transcript.hasAskedAgain = false
      remember(transcript, pieces)
      for (const reader of transcript.readers) reader(pieces)
    },
    resume() {
      for (const [attempt, transcript] of watched) {
        transcript.hasAskedAgain = false
        send({ type: 'watch', attempt, from: transcript.at })
      }
    },
  }

  function begin(attempt: AttemptId, readers: Set<Reader>, from: number): void {
    watched.set(attempt, {
      readers,
      began: from,
      pieces: [],
      characters: 0,
      at: from,
      hasAskedAgain: false,
    })
    send({ type: 'watch', attempt, from })
  }

  /** The pieces do not fit: the answer to an earlier `watch` may arrive after a later one was sent. */
  function askAgain(attempt: AttemptId, transcript: Watched): void {
    if (transcript.hasAskedAgain) return
    transcript.hasAskedAgain = true
    send({ type: 'watch', attempt, from: transcript.at })
  }

  function join({ readers, pieces }: Watched, reader: Reader): void {
    readers.add(reader)
    if (pieces.length > 0) reader([...pieces])
  }

  function leave(attempt: AttemptId, reader: Reader): void {
    const readers = watched.get(attempt)?.readers
    if (readers?.delete(reader) !== true || readers.size > 0) return
    watched.delete(attempt)
    send({ type: 'unwatch', attempt })
  }
}

const MOST_CHARACTERS = 20_000_000

function remember(transcript: Watched, pieces: readonly TranscriptPiece[]): void {
  for (const piece of pieces) transcript.pieces.push(piece)
  transcript.characters += lengthOf(pieces)
  if (transcript.characters <= MOST_CHARACTERS) return
  const half = transcript.pieces.splice(0, Math.ceil(transcript.pieces.length / 2))
  transcript.characters -= lengthOf(half)
}

const lengthOf = (pieces: readonly TranscriptPiece[]): number =>
  pieces.reduce((sum, piece) => sum + textLength(piece), 0)

function textLength(piece: TranscriptPiece): number {
  const field = longFieldOf(piece)
  return field === null ? 0 : (piece as unknown as Record<string, string>)[field]!.length
}
