/** Reads whole lines of a file of a transcript, forwards or backwards, and never more than a limit at once. */
import { bytesAt, type OpenFile } from './open-files.ts'

/** from, to: where the bytes are in the file. */
export interface Lines {
  readonly bytes: Buffer
  readonly from: number
  readonly to: number
  /**
   * There is no line end in so many bytes, so they are no line of ours, and the reader goes on behind or before them.
   * first: of this line these are the bytes that are read first.
   */
  readonly tooLong: 'first' | 'more' | null
}

const LINE_END = 0x0a

interface Wish {
  readonly most: number
  /** The last line may be unfinished, because the file is still written. */
  readonly isWritten: boolean
}

/**
 * The last line of a file that is not written any more counts as whole, because no more of it comes.
 */
export function linesFrom(
  file: OpenFile,
  { from, most, isWritten }: Wish & { readonly from: number },
): Lines {
  const { fd, size } = file
  const bytes = bytesAt(fd, from, Math.min(most, size - from))
  const isRest = from + bytes.length >= size
  const whole = bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1)
  const taken = isRest && !isWritten ? bytes : whole
  if (isRest || whole.length > 0)
    return { bytes: taken, from, to: from + taken.length, tooLong: null }
  const tooLong = from === 0 || beginsLine(file, from) ? 'first' : 'more'
  return { bytes, from, to: from + bytes.length, tooLong }
}

export function linesBefore(
  file: OpenFile,
  { before, most, isWritten }: Wish & { readonly before: number },
): Lines {
  const to = isWritten && before === file.size ? wholeEnd(file, most) : before
  const from = Math.max(0, to - most)
  const bytes = bytesAt(file.fd, from, to - from)
  if (from === 0) return { bytes, from, to, tooLong: null }
  // The last byte ends the last line, so it does not begin one.
  const first = bytes.subarray(0, -1).indexOf(LINE_END) + 1
  if (first > 0) return { bytes: bytes.subarray(first), from: from + first, to, tooLong: null }
  if (beginsLine(file, from)) return { bytes, from, to, tooLong: null }
  return most < LONGEST_LINE
    ? linesBefore(file, { before: to, most: LONGEST_LINE, isWritten: false })
    : { bytes, from, to, tooLong: endsLine(file, to) ? 'first' : 'more' }
}

/** At the end of the file, an unfinished line counts as a whole one. */
const endsLine = ({ fd, size }: OpenFile, at: number): boolean =>
  at === size || bytesAt(fd, at - 1, 1)[0] === LINE_END

/** No line that we write is longer. */
const LONGEST_LINE = 2 ** 20

const beginsLine = ({ fd }: OpenFile, at: number): boolean => bytesAt(fd, at - 1, 1)[0] === LINE_END

/** The end of the last line that is whole; if that is too far away, the end of the file. */
function wholeEnd({ fd, size }: OpenFile, most: number): number {
  const from = Math.max(0, size - most)
  const end = bytesAt(fd, from, size - from).lastIndexOf(LINE_END)
  return end < 0 ? (from === 0 ? 0 : size) : from + end + 1
}
