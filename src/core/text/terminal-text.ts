/** What may be printed on a terminal: names of files and tasks come from agents, and must not act on it. */
import { COLOUR, ESCAPES } from './plain-text.ts'

/** ours: the colours of report-text/paint.ts. all: those of git, too. Line breaks and tabs stay. */
export function forTerminal(text: string, colours: 'none' | 'ours' | 'all'): string {
  if (HARMLESS.test(text)) return text
  const isKept = (code: string): boolean =>
    colours !== 'none' && (colours === 'all' ? COLOUR : OUR_COLOUR).test(code)
  return text
    .split(ESCAPES_APART)
    .map((part, i) => (i % 2 === 1 ? (isKept(part) ? part : '') : part.replace(UNSAFE, '')))
    .join('')
}

const OUR_COLOUR = /^\x1b\[(?:0|1|2|31|32|33)m$/
const HARMLESS = /^[\t\n\x20-\x7e]*$/
const ESCAPES_APART = new RegExp(`(${ESCAPES.source})`)
const UNSAFE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\p{Bidi_Control}\p{Surrogate}]/gu
