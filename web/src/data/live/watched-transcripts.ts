/** The transcripts that are looked at: one stream from the server for each, however many views show it. */
import type { AttemptId } from '../../../../src/core/value/ids.ts'
import type {
  FromBrowser,
  FromServer,
  TranscriptPiece,
} from '../../../../src/server/live/messages.ts'

type Reader = (pieces: readonly TranscriptPiece[]) => void

export interface WatchedTranscripts {
  /** From its beginning and as it comes. Returns what ends it. */
  watch(attempt: AttemptId, reader: Reader): () => void
  heard(message: FromServer & { readonly type: 'transcript' }): void
  /** The line is there again: each goes on from where it was. */
  resume(): void
}

interface Watched {
  readonly readers: Set<Reader>
  /** For whoever comes later: the newest of what was heard, no more of it than the server keeps by default. */
  readonly pieces: TranscriptPiece[]
  characters: number
  at: number
  /** What comes meanwhile was said before we were heard. */
  hasAskedAgain: boolean
}

export function watchTranscripts(send: (message: FromBrowser) => void): WatchedTranscripts {
  const watched = new Map<AttemptId, Watched>()
  return {
    watch(attempt, heard) {
      const known = watched.get(attempt)
      const reader: Reader = (pieces) => heard(pieces)
      if (known === undefined) begin(attempt, reader)
      else join(known, reader)
      return () => leave(attempt, reader)
    },
    heard({ attempt, from, to, pieces }) {
      const known = watched.get(attempt)
      if (known === undefined) return
      if (from !== known.at) return askAgain(attempt, known)
      known.at = to
      known.hasAskedAgain = false
      remember(known, pieces)
      for (const reader of known.readers) reader(pieces)
    },
    resume() {
      for (const [attempt, known] of watched) {
        known.hasAskedAgain = false
        send({ type: 'watch', attempt, from: known.at })
      }
    },
  }

  function begin(attempt: AttemptId, reader: Reader): void {
    watched.set(attempt, {
      readers: new Set([reader]),
      pieces: [],
      characters: 0,
      at: 0,
      hasAskedAgain: false,
    })
    send({ type: 'watch', attempt, from: 0 })
  }

  /** An answer to an earlier `watch` may come after a later one was sent. */
  function askAgain(attempt: AttemptId, known: Watched): void {
    if (known.hasAskedAgain) return
    known.hasAskedAgain = true
    send({ type: 'watch', attempt, from: known.at })
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

function remember(known: Watched, pieces: readonly TranscriptPiece[]): void {
  for (const piece of pieces) known.pieces.push(piece)
  known.characters += lengthOf(pieces)
  if (known.characters <= MOST_CHARACTERS) return
  const half = known.pieces.splice(0, Math.ceil(known.pieces.length / 2))
  known.characters -= lengthOf(half)
}

const lengthOf = (pieces: readonly TranscriptPiece[]): number =>
  pieces.reduce((sum, piece) => sum + textOf(piece).length, 0)

function textOf(piece: TranscriptPiece): string {
  if ('note' in piece) return piece.note
  if ('tool' in piece) return piece.tool
  return 'out' in piece ? piece.out : piece.err
}
