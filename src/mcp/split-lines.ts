/** Splits a stream into lines, each as one chunk; a line that is too long is dropped, and never held as a whole. */
import { Transform, type TransformCallback } from 'node:stream'

/** The beginning and the end of a line that was dropped. */
export interface LeftOut {
  readonly head: string
  readonly tail: string
}

export function splitLines(most: number, onTooLong: (line: LeftOut) => void): Transform {
  let line = nothingYet()
  const take = (part: Buffer): void => {
    line.length += part.length
    line.tail = Buffer.concat([line.tail, part.subarray(-SEEN)]).subarray(-SEEN)
    line.parts.push(part)
    if (line.length <= most) return
    line.head ??= Buffer.concat(line.parts).subarray(0, SEEN)
    line.parts = []
  }
  const endLine = (to: Transform): void => {
    if (line.head === null) to.push(Buffer.concat([...line.parts, LINE_END]))
    else onTooLong({ head: line.head.toString(), tail: line.tail.toString() })
    line = nothingYet()
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      let from = 0
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, end))
        endLine(this)
        from = end + 1
      }
      take(chunk.subarray(from))
      done()
    },
  })
}

/** head: null while the line is not too long. */
const nothingYet = () => ({
  length: 0,
  parts: [] as Buffer[],
  head: null as Buffer | null,
  tail: Buffer.alloc(0),
})

const LINE_END = Buffer.from('\n')

/** How many bytes of a dropped line are kept, at either end. */
const SEEN = 400
