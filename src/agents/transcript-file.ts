/** A transcript read from any position on, for readers that come and go. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { entriesIn, NEWEST, OLDER, readFrom, type TranscriptEntry } from './transcript.ts'

export interface Part {
  readonly pieces: readonly TranscriptEntry[]
  readonly from: number
  readonly to: number
}

/** Positions count all bytes ever written, as far as they are still there: what was dropped is skipped. */
export function transcriptFile(folder: string): { read(from: number): Part } {
  const older = join(folder, OLDER)
  const newest = join(folder, NEWEST)
  return {
    read(wanted) {
      const before = existsSync(older) ? statSync(older).size : 0
      const from = wanted
      const first = wanted < before ? readFrom(older, wanted).text : ''
      const text = first + readFrom(newest, Math.max(0, wanted - before)).text
      const whole = text.slice(0, text.lastIndexOf('\n') + 1)
      return { pieces: entriesIn(whole), from, to: from + Buffer.byteLength(whole) }
    },
  }
}
