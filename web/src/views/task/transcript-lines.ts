/** What an attempt prints, as lines that can be shown one by one. */
import { plainText } from '../../../../src/core/text/plain-text.ts'
import type { TranscriptPiece } from '../../../../src/server/live/messages.ts'

export interface TranscriptLine {
  /** tool: of what a tool was given or gave back; folded until somebody wants to see it. */
  readonly kind: 'out' | 'err' | 'tool' | 'note'
  readonly text: string
  readonly at: number
}

export interface TranscriptLines {
  readonly lines: readonly TranscriptLine[]
  /** So many older ones are not kept here. */
  readonly dropped: number
}

export const NO_LINES: TranscriptLines = { lines: [], dropped: 0 }

const MOST_LINES = 50_000
/** A line that goes on and on is cut here, so that what comes next need not be joined to all of it. */
const LONGEST_LINE = 8192

/** A piece that does not end with its line is gone on with by the next of its kind. */
export function withPieces(
  before: TranscriptLines,
  pieces: readonly TranscriptPiece[],
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
  /** '': everything. */
  readonly words: string
  /** Also what tools were given and gave back. */
  readonly full: boolean
}

/** What is looked for is found also where it is folded. */
export function wantedLines(
  lines: readonly TranscriptLine[],
  { words, full }: Wish,
): readonly TranscriptLine[] {
  if (words !== '')
    return lines.filter((line) => shownText(line).toLowerCase().includes(words.toLowerCase()))
  return full ? lines : lines.filter(({ kind }) => kind !== 'tool')
}

/** As it is shown: without its end, and without what only a terminal understands. */
export const shownText = ({ text }: TranscriptLine): string => plainText(text).replace(/\n$/, '')

function contentOf(piece: TranscriptPiece): readonly [TranscriptLine['kind'], string] {
  if ('note' in piece) return ['note', `${piece.note}\n`]
  if ('tool' in piece) return ['tool', piece.tool]
  return 'out' in piece ? ['out', piece.out] : ['err', piece.err]
}

const isWhole = ({ text }: TranscriptLine): boolean =>
  text.endsWith('\n') || text.length >= LONGEST_LINE

const splitLines = (text: string): readonly string[] =>
  text.match(LINES)?.flatMap((line) => line.match(PARTS) ?? []) ?? []

const LINES = /[^\n]*\n|[^\n]+$/g
const PARTS = new RegExp(`[^]{1,${LONGEST_LINE}}`, 'g')
