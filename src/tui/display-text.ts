/** Text as a terminal shows it: how wide it is, cut to a width, and without anything that could move the cursor. */
import stringWidth from 'string-width'
import { plainText } from '../core/text/plain-text.ts'

/** Characters that are one cell wide: most of the text that is shown, and the characters that we draw with. */
const NARROW = /^[\x20-\x7e·–—…\u2500-\u259f]*$/
const graphemes = new Intl.Segmenter()

/** The widths of all other texts, cached because the next frame shows much the same texts. */
const measured = new Map<string, number>()
const MEASURED = 10_000

/** The width of the text in terminal cells. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length
  const width = measured.get(text) ?? stringWidth(text)
  if (measured.size >= MEASURED) measured.clear()
  if (text.length < 100) measured.set(text, width)
  return width
}

/** Cuts the text to at most this width; an ellipsis shows that something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  return width < 1 ? '' : `${headOf(text, width - 1)}…`
}

/** The end of the text, at most this wide. */
export function tailToWidth(text: string, width: number): string {
  // The user may have pasted much text, so only the part near its end is measured.
  const parts = [...graphemes.segment(text.slice(-32 * width))].map(({ segment }) => segment)
  let tail = ''
  for (const part of parts.toReversed()) {
    if (displayWidth(part + tail) > width) break
    tail = part + tail
  }
  return tail
}

/** Makes the text exactly this wide: cut, or filled up with spaces. */
export function fitToWidth(text: string, width: number): string {
  const cut = cutToWidth(text, width)
  return cut + ' '.repeat(Math.max(width - displayWidth(cut), 0))
}

/** Splits the text into pieces of at most this width; an empty text is one empty piece. */
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

/** Splits the text between words where there are some; the later pieces are indented like the text of the first. */
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

/**
 * Makes the output of programs harmless for one line of the screen: it cannot change the writing direction
 * either.
 */
export function oneLine(text: string): string {
  if (NARROW.test(text)) return text
  return plainText(text)
    .replaceAll('\t', '  ')
    .replaceAll('\n', ' ')
    .replaceAll(/[\p{Control}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu, '')
}

function headOf(text: string, width: number): string {
  if (NARROW.test(text)) return text.slice(0, width)
  let head = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += displayWidth(segment)
    if (used > width) break
    head += segment
  }
  return head
}
