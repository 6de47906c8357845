/** Looks for words or errors in a whole transcript, part by part, so that other requests are answered in between. */
import { setImmediate as otherRequests } from 'node:timers/promises'
import { plainText } from '../../../core/text/plain-text.ts'
import type { TranscriptEntry } from '../../../core/transcript/entry.ts'
import { textOf } from '../../../core/transcript/text.ts'
import type { TranscriptFile } from '../../served/served-log.ts'

export interface Match {
  readonly position: number
  /** The call that the entry belongs to. */
  readonly call: string | null
}

const MOST_MATCHES = 1000

/** words null: looks for errors. */
export async function searchTranscript(
  file: Pick<TranscriptFile, 'read'>,
  words: string | null,
  signal: AbortSignal,
): Promise<{ readonly total: number; readonly matches: readonly Match[] }> {
  const isWanted = words === null ? isError : hasWords(words.toLowerCase())
  let total = 0
  let matches: Match[] = []
  for (let at = 0; !signal.aborted;) {
    const { pieces, to } = file.read(at)
    const wanted = pieces.filter(isWanted)
    total += wanted.length
    matches = [...matches, ...wanted.map(placeOf)].slice(-MOST_MATCHES)
    if (to === at) break
    at = to
    await otherRequests()
  }
  return { total, matches }
}

const isError = (entry: TranscriptEntry): boolean =>
  'err' in entry || ('ended' in entry && entry.ended === 'failed')

/** Of the end of a call nothing is looked at, because it only repeats the beginning of the result. */
const hasWords =
  (words: string) =>
  (entry: TranscriptEntry): boolean =>
    !('ended' in entry) && plainText(textOf(entry)).toLowerCase().includes(words)

const placeOf = (entry: TranscriptEntry & { readonly position: number }): Match => ({
  position: entry.position,
  call: 'call' in entry ? entry.call : null,
})
