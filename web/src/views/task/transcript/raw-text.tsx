/** The transcript as plain text, with everything in it, as `conductor logs --full` prints it. */
import { useMemo } from 'react'
import { plainText } from '../../../../../src/core/text/plain-text.ts'
import type { TranscriptPiece } from '../../../../../src/core/transcript/entry.ts'
import { fullTextOf } from '../../../../../src/core/transcript/text.ts'
import { Button } from '../../../parts/button.tsx'
import { blocksIn } from './rows.ts'
import type { TranscriptWindow } from './transcript-window.ts'
import { complain } from './use-window.ts'

export interface RawTextProps {
  readonly pieces: readonly TranscriptPiece[]
  readonly hasEarlier: boolean
  readonly window: TranscriptWindow
}

/** The browser lays out only the blocks in sight (content-visibility). */
export function RawText({ pieces, hasEarlier, window }: RawTextProps) {
  const count = pieces.length
  const blocks = useMemo(
    () => blocksIn(plainText(pieces.map(fullTextOf).join(''))),
    // The list of pieces grows in place.
    [pieces, count],
  )
  return (
    <div className="raw-text" role="log" aria-label="Raw transcript" aria-live="off" tabIndex={0}>
      {hasEarlier && (
        <Button kind="quiet" onClick={() => void window.earlier().catch(complain)}>
          Show what was before
        </Button>
      )}
      {blocks.map((block, i) => (
        <pre key={i}>{block}</pre>
      ))}
    </div>
  )
}
