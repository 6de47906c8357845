/**
 * Writes the transcript of an attempt: one JSON object per line (src/core/transcript/entry.ts). Keys are masked, and
 * the size is capped.
 */
import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { lastLinesOf } from '../../core/text/plain-text.ts'
import type { TranscriptEntry, TranscriptWords } from '../../core/transcript/entry.ts'
import { isFolded, textOf } from '../../core/transcript/text.ts'
import { inAttempt } from '../../core/value/home-paths.ts'
import { ifPossible, makeFolder, makeWayForFile } from '../../processes/make-way.ts'
import { maskOutput } from '../../processes/mask-output.ts'
import { maskedStream, type MaskedStream } from '../../processes/masked-stream.ts'
import { maskedWords } from './masked-words.ts'
import { beginningLine, endOf, LONGEST_BEGINNING } from './open-files.ts'
import { halvesOf, partsOf } from './parts-of-entry.ts'

export interface TranscriptWriter {
  /** What a program prints, in pieces that may be cut anywhere. */
  write(stream: 'out' | 'err', bytes: Buffer): void
  /** What an agent says and does. */
  record(words: TranscriptWords): void
  /** The result of a call that comes in pieces; call `end` before the end of the call is recorded. */
  result(call: string): ResultWriter
  note(text: string): void
  /** The last lines of everything printed so far, without the escape codes of terminals. */
  lastLines(count: number): readonly string[]
  close(): void
}

export interface ResultWriter {
  take(text: string): void
  end(): void
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
    out: maskedStream((out) => keep({ at: Date.now(), out })),
    err: maskedStream((err) => keep({ at: Date.now(), err })),
  }
  const results = new Map<string, MaskedStream>()

  return {
    write: (stream, bytes) => sides[stream].take(bytes),
    record: (words) => keep({ at: Date.now(), ...maskedWords(words) }),
    result,
    note: (text) => append({ at: Date.now(), note: maskOutput(text) }),
    lastLines: (count) => lastLinesOf(tail, count),
    close() {
      for (const side of [...Object.values(sides), ...results.values()]) side.flush()
      writeOut()
      if (file !== null) closeSync(file)
      file = null
    },
  }

  /** Each call has a stream of its own, because the results of several calls may come at the same time. */
  function result(call: string): ResultWriter {
    const stream = maskedStream((text) => keep({ at: Date.now(), call, result: text }))
    results.set(call, stream)
    let last = '\n'
    return {
      take(text) {
        last = text.at(-1) ?? last
        stream.take(Buffer.from(text))
      },
      end() {
        if (last !== '\n') stream.take(Buffer.from('\n'))
        stream.flush()
        results.delete(call)
      },
    }
  }

  function keep(entry: TranscriptEntry): void {
    if (!isFolded(entry)) tail = (tail + textOf(entry).slice(-TAIL)).slice(-TAIL)
    partsOf(entry, LONGEST_ENTRY).forEach(append)
  }

  function append(entry: TranscriptEntry): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    const isTooLong = line.length > maxBytes / 2 - LONGEST_BEGINNING
    const halves = isTooLong ? halvesOf(entry) : [entry]
    if (halves.length > 1) return halves.forEach(append)
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
}
