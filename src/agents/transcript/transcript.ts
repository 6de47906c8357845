/** What an attempt printed: one JSON object per line, `{"at": ms, "out" | "err" | "tool" | "note": text}`, keys masked, size capped. */
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { lastLinesOf } from '../../core/text/plain-text.ts'
import { inAttempt } from '../../core/value/home-paths.ts'
import { ifPossible, makeFolder, makeWayForFile } from '../../processes/make-way.ts'
import { maskOutput } from '../../processes/mask-output.ts'
import { maskedStream, type MaskedStream } from '../../processes/masked-stream.ts'
import {
  beginningLine,
  endOf,
  entriesIn,
  followTranscript,
  LONGEST_BEGINNING,
  type TranscriptEntry,
} from './transcript-file.ts'

/** tool: the whole of what a tool was given or gave back; readers fold it, and no last line is made of it. */
type Stream = 'out' | 'err' | 'tool'

export interface TranscriptWriter {
  write(stream: Stream, bytes: Buffer): void
  note(text: string): void
  /** Of everything printed so far, without the escape codes of terminals. */
  lastLines(count: number): readonly string[]
  close(): void
}

/** So many characters of an output are one line of the file, so that readers never have to hold all of a large one. */
const LONGEST_ENTRY = 65_536
const TAIL = 8192
const MOST_UNWRITTEN = 2 ** 20

/**
 * Creates nothing before there is something to write. The two files stay below maxBytes. What comes within
 * `together` milliseconds is written at once: agents that talk a lot would cost a write for each word.
 */
export function openTranscript(folder: string, maxBytes: number, together = 0): TranscriptWriter {
  let file: number | null = null
  let written = 0
  let tail = ''
  let unwritten: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  const sides = {
    out: printedOn('out'),
    err: printedOn('err'),
    tool: printedOn('tool'),
  }

  return {
    write: (stream, bytes) => sides[stream].take(bytes),
    note: (text) => append({ at: Date.now(), note: maskOutput(text) }),
    lastLines: (count) => lastLinesOf(tail, count),
    close() {
      for (const side of Object.values(sides)) side.flush()
      writeOut()
      if (file !== null) closeSync(file)
      file = null
    },
  }

  function append(entry: TranscriptEntry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    const halves = line.length > maxBytes / 2 - LONGEST_BEGINNING ? halvesOf(entry) : null
    if (halves !== null) return halves.forEach(append)
    if (written > 0 && written + line.length > maxBytes / 2) rotate()
    put(line)
    if (together === 0) writeOut()
    else timer ??= setTimeout(writeOut, together).unref()
  }

  function put(line: Buffer): void {
    unwritten.push(line)
    written += line.length
  }

  function writeOut(): void {
    clearTimeout(timer)
    timer = undefined
    if (unwritten.length === 0) return
    const bytes = unwritten.length === 1 ? unwritten[0]! : Buffer.concat(unwritten)
    const isWritten = ifPossible(() => {
      file ??= openNew()
      writeSync(file, bytes)
    })
    // Without room on the disk it waits for some, but not in the way of everything else.
    unwritten = isWritten || bytes.length > MOST_UNWRITTEN ? [] : [bytes]
  }

  function openNew(): number {
    makeFolder(folder)
    makeWayForFile(inAttempt(folder, 'transcript'))
    return openSync(inAttempt(folder, 'transcript'), 'a+', 0o600)
  }

  function rotate(): void {
    writeOut()
    if (file === null) return
    const position = endOf(file)
    closeSync(file)
    file = null
    if (!ifPossible(becomeOlder)) return
    written = 0
    put(Buffer.from(beginningLine(position)))
  }

  function becomeOlder(): void {
    makeWayForFile(inAttempt(folder, 'olderTranscript'))
    renameSync(inAttempt(folder, 'transcript'), inAttempt(folder, 'olderTranscript'))
  }

  function printedOn(stream: Stream): MaskedStream {
    return maskedStream((masked) => {
      if (stream !== 'tool') tail = (tail + masked.slice(-TAIL)).slice(-TAIL)
      const at = Date.now()
      for (let from = 0; from < masked.length; from += LONGEST_ENTRY)
        append(entryOf(at, stream, masked.slice(from, from + LONGEST_ENTRY)))
    })
  }
}

/** What is too long for one line of the file becomes two; a character escaped in JSON takes six. */
function halvesOf(entry: TranscriptEntry): readonly TranscriptEntry[] | null {
  const { at } = entry
  const [side, text] = Object.entries(entry).find(([key]) => key !== 'at') as [string, string]
  if (text.length < 2) return null
  const middle = Math.floor(text.length / 2)
  return [entryOf(at, side, text.slice(0, middle)), entryOf(at, side, text.slice(middle))]
}

const entryOf = (at: number, side: string, text: string): TranscriptEntry =>
  ({ at, [side]: text }) as unknown as TranscriptEntry

/** Oldest first, as far as it is still there. */
export const readTranscript = (folder: string): readonly TranscriptEntry[] =>
  followTranscript(folder)()

/** The last lines as shown to a person, read from the end of the file only: what tools gave may stand between them. */
export function transcriptTail(folder: string, count: number): readonly string[] {
  const path = inAttempt(folder, 'transcript')
  const { size } = readFrom(path, Infinity)
  for (let most = TAIL + count * 200; ; most *= 8) {
    const { text } = readFrom(path, Math.max(0, size - most))
    const printed = entriesIn(text).filter((entry) => !isFolded(entry))
    const lines = lastLinesOf(printed.map(textOf).join(''), count)
    if (lines.length === count || most >= Math.min(size, FARTHEST_BACK)) return lines
  }
}

const FARTHEST_BACK = 2 ** 20

/** Only the one line about it is shown, unless everything is asked for. */
export const isFolded = (entry: TranscriptEntry): boolean => 'tool' in entry

/** null: nothing yet. */
export function lastOutputAt(folder: string): number | null {
  const path = inAttempt(folder, 'transcript')
  return existsSync(path) ? statSync(path).mtimeMs : null
}

export function textOf(entry: TranscriptEntry): string {
  if ('note' in entry) return `[conductor] ${entry.note}\n`
  if ('tool' in entry) return entry.tool
  return 'out' in entry ? entry.out : entry.err
}

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
