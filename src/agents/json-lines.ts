/** A stream of JSON objects, one per line, however it is cut into pieces and however long a line is. */
import type { Readable } from 'node:stream'

export interface JsonLines {
  readonly onValue: (value: unknown) => void
  /** Called with what is not JSON, shortened. */
  readonly onNoise: (text: string) => void
}

const NEW_LINE = 0x0a
/** Nobody sends more than this in earnest, and it has to be held until its end has come. */
const LONGEST_LINE = 64 * 1024 * 1024
const SHOWN = 200

export function readJsonLines(stream: Readable, { onValue, onNoise }: JsonLines): void {
  /** Of the line that has not ended yet; put together once, at its end. */
  let pieces: Buffer[] = []
  let held = 0
  stream.on('data', (bytes: Buffer) => {
    let from = 0
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, from)) {
      hold(bytes.subarray(from, end))
      endLine()
      from = end + 1
    }
    if (from < bytes.length) hold(bytes.subarray(from))
  })
  stream.on('end', endLine)

  function hold(piece: Buffer): void {
    held += piece.length
    if (held <= LONGEST_LINE) pieces.push(piece)
  }

  function endLine(): void {
    const isWhole = held <= LONGEST_LINE
    const text = Buffer.concat(pieces).toString('utf8')
    pieces = []
    held = 0
    if (text.trim() === '') return
    const value = isWhole ? parsed(text) : undefined
    if (value === undefined) onNoise(text.slice(0, SHOWN))
    else onValue(value)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
