/** Turns the pieces of a transcript into lines. */
import { isFolded, textOf } from '../../../../src/core/transcript/text.ts'
import { plainText } from '../../../../src/core/text/plain-text.ts'
import type { TranscriptEntry } from '../../../../src/core/transcript/entry.ts'

export interface TranscriptLine {
  /** tool: input or output of a tool; it is folded until the user wants to see it. */
  readonly kind: 'out' | 'err' | 'tool' | 'note'
  readonly text: string
  readonly at: number
}

export interface TranscriptLines {
  readonly lines: readonly TranscriptLine[]
  /** The number of older lines that were dropped. */
  readonly dropped: number
}

export const NO_LINES: TranscriptLines = { lines: [], dropped: 0 }

const MOST_LINES = 50_000
/** A longer line is cut here, so that the next piece need not be joined to all of it. */
const LONGEST_LINE = 8192

/** A piece that ends within a line is continued by the next piece of its kind. */
export function withPieces(
  before: TranscriptLines,
  pieces: readonly TranscriptEntry[],
): TranscriptLines {
  const lines = [...before.lines]
  for (const piece of pieces) {
    const [kind, text] = contentOf(piece)
    const open = lines.at(-1)
    const goesOn = open !== undefined && open.kind === kind && !isWhole(open)
    const whole = goesOn ? open.text + text : text
    if (goesOn) lines.pop()
    const at = goesOn ? open.at : piece.at
    for (const line of splitLines(whole)) lines.push({ kind, text: line, at })
  }
  const dropped = Math.max(0, lines.length - MOST_LINES)
  return { lines: dropped > 0 ? lines.slice(dropped) : lines, dropped: before.dropped + dropped }
}

export interface Wish {
  /** '': no search. */
  readonly words: string
  /** Also show the input and output of tools. */
  readonly full: boolean
}

/** A search also finds lines that are folded. */
export function wantedLines(
  lines: readonly TranscriptLine[],
  { words, full }: Wish,
): readonly TranscriptLine[] {
  if (words !== '')
    return lines.filter((line) => shownText(line).toLowerCase().includes(words.toLowerCase()))
  return full ? lines : lines.filter(({ kind }) => kind !== 'tool')
}

/** The text without its newline and without terminal codes. */
export const shownText = ({ text }: TranscriptLine): string => plainText(text).replace(/\n$/, '')

function contentOf(piece: TranscriptEntry): readonly [TranscriptLine['kind'], string] {
  if ('note' in piece) return ['note', `${piece.note}\n`]
  if (isFolded(piece)) return ['tool', textOf(piece)]
  return ['err' in piece ? 'err' : 'out', textOf(piece)]
}

const isWhole = ({ text }: TranscriptLine): boolean =>
  text.endsWith('\n') || text.length >= LONGEST_LINE

const splitLines = (text: string): readonly string[] =>
  text.match(LINES)?.flatMap((line) => line.match(PARTS) ?? []) ?? []

const LINES = /[^\n]*\n|[^\n]+$/g
const PARTS = new RegExp(`[^]{1,${LONGEST_LINE}}`, 'g')
