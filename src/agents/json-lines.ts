/** Reads a stream of JSON objects, one per line, however the stream is cut into pieces and however long a line is. */
import type { Readable } from 'node:stream'

export interface JsonLines {
  readonly onValue: (value: unknown) => void
  /** Called with each line that is not JSON, shortened. */
  readonly onNoise: (text: string) => void
}

const NEW_LINE = 0x0a
/** No agent sends a longer line on purpose, and a line has to be held in memory until it ends. */
const LONGEST_LINE = 64 * 1024 * 1024
const SHOWN = 200

export function readJsonLines(stream: Readable, { onValue, onNoise }: JsonLines): void {
  /** The pieces of the line that has not ended yet; they are joined once, when it ends. */
  let pieces: Buffer[] = []
  let heldBytes = 0
  stream.on('data', (bytes: Buffer) => {
    let start = 0
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, start)) {
      hold(bytes.subarray(start, end))
      endLine()
      start = end + 1
    }
    if (start < bytes.length) hold(bytes.subarray(start))
  })
  stream.on('end', endLine)

  function hold(piece: Buffer): void {
    heldBytes += piece.length
    if (heldBytes <= LONGEST_LINE) pieces.push(piece)
  }

  function endLine(): void {
    const isWhole = heldBytes <= LONGEST_LINE
    const text = Buffer.concat(pieces).toString('utf8')
    pieces = []
    heldBytes = 0
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
