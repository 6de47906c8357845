/** Text as a terminal shows it: how wide it is, cut to a width, and without anything that could move the cursor. */
import { plainText } from '../core/text/plain-text.ts'

const ASCII = /^[\x20-\x7e]*$/
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const EMOJI = /^\p{RGI_Emoji}$/v
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mark}\p{Surrogate}]+$/v
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]/u

/** In terminal cells. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += cellsOf(segment)
  return width
}

/** At most this wide; an ellipsis tells that something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  return width < 1 ? '' : `${headOf(text, width - 1)}…`
}

/** The end of it, at most this wide. */
export function tailToWidth(text: string, width: number): string {
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment)
  let tail = ''
  for (const part of parts.toReversed()) {
    if (displayWidth(part + tail) > width) break
    tail = part + tail
  }
  return tail
}

/** Exactly this wide: cut, or filled up with spaces. */
export function fitToWidth(text: string, width: number): string {
  const cut = cutToWidth(text, width)
  return cut + ' '.repeat(Math.max(width - displayWidth(cut), 0))
}

/** In pieces of at most this width; an empty text is one empty piece. */
export function wrapToWidth(text: string, width: number): readonly string[] {
  const pieces: string[] = []
  let rest = text
  while (displayWidth(rest) > width) {
    const head = headOf(rest, width)
    if (head === '') break
    pieces.push(head)
    rest = rest.slice(head.length)
  }
  return [...pieces, rest]
}

/** The same, between words where there are some; what follows is indented like the text of the first piece. */
export function wrapWords(text: string, width: number): readonly string[] {
  const [lead = ''] = /^\s*(?:\d+\. )?/.exec(text) ?? []
  const indent = ' '.repeat(Math.min(lead.length, Math.floor(width / 2)))
  const pieces: string[] = []
  let rest = text
  while (displayWidth(rest) > width) {
    const head = headOf(rest, width)
    const space = rest[head.length] === ' ' ? head.length : head.lastIndexOf(' ')
    const end = space > lead.length ? space : head.length
    if (end === 0) break
    pieces.push(rest.slice(0, end).trimEnd())
    rest = indent + rest.slice(end).trimStart()
  }
  return [...pieces, rest]
}

/** What programs print, made harmless for one line of ours: nothing turns the direction of writing either. */
export function oneLine(text: string): string {
  if (ASCII.test(text)) return text
  return plainText(text)
    .replaceAll('\t', '  ')
    .replaceAll('\n', ' ')
    .replaceAll(/[\p{Control}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu, '')
}

function headOf(text: string, width: number): string {
  if (ASCII.test(text)) return text.slice(0, width)
  let head = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += cellsOf(segment)
    if (used > width) break
    head += segment
  }
  return head
}

function cellsOf(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1
}
