/** Reads the transcript of an attempt of a past run, page by page. */
import type { AttemptId } from '../../../../src/core/value/ids.ts'
import type { TranscriptPiece } from '../../../../src/core/transcript/entry.ts'
import { answer, api, Refused } from '../../data/api/client.ts'
import { say } from '../../parts/toasts.tsx'

interface Page {
  readonly to: number
  readonly from: number
  readonly pieces: readonly TranscriptPiece[]
}

/** heard: called after each page, with all pieces so far. Returns a function that stops it. */
export function readTranscript(
  attempt: AttemptId,
  heard: (pieces: readonly TranscriptPiece[]) => void,
): () => void {
  const stop = new AbortController()
  void read().catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
  })
  return () => stop.abort()

  async function read(): Promise<void> {
    const pieces: TranscriptPiece[] = []
    for (let from = 0; !stop.signal.aborted;) {
      const query = { from: String(from) }
      const page: Page = await answer(
        api.api.attempts[':attempt'].transcript.$get({ param: { attempt }, query }),
      )
      if (stop.signal.aborted || page.to === from) return
      from = page.to
      pieces.push(...page.pieces)
      heard([...pieces])
    }
  }
}
