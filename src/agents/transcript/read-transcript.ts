/** Reads a whole transcript, or only its last lines. */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { lastLinesOf } from '../../core/text/plain-text.ts'
import type { TranscriptEntry } from '../../core/transcript/entry.ts'
import { readEntry } from '../../core/transcript/read-entry.ts'
import { isFolded, textOf } from '../../core/transcript/text.ts'
import { inAttempt } from '../../core/value/home-paths.ts'
import { followTranscript } from './transcript-file.ts'

/** All entries that have not been dropped, oldest first. */
export const readTranscript = (folder: string): readonly TranscriptEntry[] =>
  followTranscript(folder)()

/**
 * The last lines as shown to a person. Only the end of the file is read, and more of it when the output of
 * tools stands between those lines.
 */
export function transcriptTail(folder: string, count: number): readonly string[] {
  const path = inAttempt(folder, 'transcript')
  const { size } = readFrom(path, Infinity)
  for (let most = 8192 + count * 200; ; most *= 8) {
    const { text } = readFrom(path, Math.max(0, size - most))
    const printed = entriesIn(text).filter((entry) => !isFolded(entry))
    const lines = lastLinesOf(printed.map(textOf).join(''), count)
    if (lines.length === count || most >= Math.min(size, FARTHEST_BACK)) return lines
  }
}

const FARTHEST_BACK = 2 ** 20

/** null: the attempt has printed nothing yet. */
export function lastOutputAt(folder: string): number | null {
  const path = inAttempt(folder, 'transcript')
  return existsSync(path) ? statSync(path).mtimeMs : null
}

const entriesIn = (text: string): readonly TranscriptEntry[] =>
  text.split('\n').flatMap((line) => readEntry(line) ?? [])

function readFrom(path: string, offset: number): { text: string; size: number } {
  if (!existsSync(path)) return { text: '', size: 0 }
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const from = offset > size ? size : offset
    const bytes = Buffer.alloc(size - from)
    readSync(file, bytes, 0, bytes.length, from)
    return { text: bytes.toString('utf8'), size }
  } finally {
    closeSync(file)
  }
}
