/** The transcript of an attempt: of a live run over the socket, of a past run by HTTP, up to the moment shown. */
import { useEffect, useMemo, useState } from 'react'
import type { AttemptId } from '../../../../src/core/value/ids.ts'
import type { TranscriptPiece } from '../../../../src/core/transcript/entry.ts'
import { useLiveRun, useShownRun } from '../../data/live/shown-run.tsx'
import { readTranscript } from './read-transcript.ts'
import { NO_LINES, withPieces, type TranscriptLines } from './transcript-lines.ts'

export function useTranscript(attempt: AttemptId): TranscriptLines {
  const { mode } = useShownRun()
  const live = useLiveLines(mode === 'live' ? attempt : null)
  const past = usePastLines(mode === 'past' ? attempt : null)
  return mode === 'past' ? past : live
}

function useLiveLines(attempt: AttemptId | null): TranscriptLines {
  const live = useLiveRun()
  const [lines, setLines] = useState(NO_LINES)
  useEffect(() => {
    setLines(NO_LINES)
    if (attempt === null) return
    return live.watch(attempt, (pieces) => setLines((before) => withPieces(before, pieces)))
  }, [attempt, live])
  return lines
}

function usePastLines(attempt: AttemptId | null): TranscriptLines {
  const { now } = useShownRun()
  const [pieces, setPieces] = useState<readonly TranscriptPiece[]>([])
  useEffect(() => {
    setPieces([])
    return attempt === null ? undefined : readTranscript(attempt, setPieces)
  }, [attempt])
  const moment = now()
  return useMemo(
    () =>
      withPieces(
        NO_LINES,
        pieces.filter(({ at }) => at <= moment),
      ),
    [pieces, moment],
  )
}
