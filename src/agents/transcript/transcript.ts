/**
 * The transcript of what an attempt printed: one JSON object per line, `{"at": ms, "out" | "err" | "tool" |
 * "note": text}`. Keys are masked, and the size is capped.
 */
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

/** tool: the whole input or result of a tool; readers fold it, and lastLines leaves it out. */
type Stream = 'out' | 'err' | 'tool'

export interface TranscriptWriter {
  write(stream: Stream, bytes: Buffer): void
  note(text: string): void
  /** The last lines of everything printed so far, without the escape codes of terminals. */
  lastLines(count: number): readonly string[]
  close(): void
}

/**
 * One line of the file holds at most this many characters of output, so that a reader never has to hold all of
 * a large output.
 */
const LONGEST_ENTRY = 65_536
const TAIL = 8192
const MOST_UNWRITTEN = 2 ** 20

/**
 * Creates no file before there is something to write. The two files together stay below maxBytes. Output that
 * arrives within `writeDelay` milliseconds is written in one go: for agents that talk a lot, each word would
 * otherwise cost a write.
 */
export function openTranscript(folder: string, maxBytes: number, writeDelay = 0): TranscriptWriter {
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
    if (writeDelay === 0) writeOut()
    else timer ??= setTimeout(writeOut, writeDelay).unref()
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
    // When the disk is full, the bytes wait for room, but only up to MOST_UNWRITTEN, so that they do not fill
    // the memory.
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

/** An entry that is too long for one line of the file becomes two; a character that JSON escapes takes six bytes. */
function halvesOf(entry: TranscriptEntry): readonly TranscriptEntry[] | null {
  const { at } = entry
  const [side, text] = Object.entries(entry).find(([key]) => key !== 'at') as [string, string]
  if (text.length < 2) return null
  const middle = Math.floor(text.length / 2)
  return [entryOf(at, side, text.slice(0, middle)), entryOf(at, side, text.slice(middle))]
}

const entryOf = (at: number, side: string, text: string): TranscriptEntry =>
  ({ at, [side]: text }) as unknown as TranscriptEntry

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
  for (let most = TAIL + count * 200; ; most *= 8) {
    const { text } = readFrom(path, Math.max(0, size - most))
    const printed = entriesIn(text).filter((entry) => !isFolded(entry))
    const lines = lastLinesOf(printed.map(textOf).join(''), count)
    if (lines.length === count || most >= Math.min(size, FARTHEST_BACK)) return lines
  }
}

const FARTHEST_BACK = 2 ** 20

/** Readers show only the one line about such an entry, unless the user asks for everything. */
export const isFolded = (entry: TranscriptEntry): boolean => 'tool' in entry

/** null: the attempt has printed nothing yet. */
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
