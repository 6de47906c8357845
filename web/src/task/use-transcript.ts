/** The transcript of an attempt: live over the socket, of a past run from the server. */
import { useEffect, useState } from 'react'
import type { AttemptId } from '../../../src/core/ids.ts'
import { useLiveRun, useShownRun } from '../live/shown-run.tsx'
import { NO_LINES, withPieces, type TranscriptLines } from './transcript-lines.ts'

export function useTranscript(attempt: AttemptId | null): TranscriptLines {
  const live = useLiveRun()
  const { mode } = useShownRun()
  const [lines, setLines] = useState(NO_LINES)
  useEffect(() => {
    setLines(NO_LINES)
    if (attempt === null || mode !== 'live') return
    return live.watch(attempt, (pieces) => setLines((before) => withPieces(before, pieces)))
  }, [attempt, live, mode])
  return lines
}
