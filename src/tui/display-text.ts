/** Text as a terminal shows it: how wide it is, cut to a width, and without anything that could move the cursor. */
import stringWidth from 'string-width'
import { plainText } from '../core/text/plain-text.ts'

/** One cell for each character: most of what is shown, and what we draw with. */
const NARROW = /^[\x20-\x7e·–—…\u2500-\u259f]*$/
const graphemes = new Intl.Segmenter()

/** Of anything else, since the next frame shows much the same. */
const measured = new Map<string, number>()
const MEASURED = 10_000

/** In terminal cells. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length
  const width = measured.get(text) ?? stringWidth(text)
  if (measured.size >= MEASURED) measured.clear()
  if (text.length < 100) measured.set(text, width)
  return width
}

/** At most this wide; an ellipsis tells that something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  return width < 1 ? '' : `${headOf(text, width - 1)}…`
}

/** The end of it, at most this wide. */
export function tailToWidth(text: string, width: number): string {
  // Much may have been pasted; what is far from the end is not looked at.
  const parts = [...graphemes.segment(text.slice(-32 * width))].map(({ segment }) => segment)
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
