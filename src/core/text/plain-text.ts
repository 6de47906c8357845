/** Turns the output of agents into text for people: no escape codes, and of a rewritten line only its last form. */

/** CSI, OSC and two-character escapes (ECMA-48). */
export const ESCAPES =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]?|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])/g
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g

export const COLOUR = /^\x1b\[[\d;:]*m$/

/** colours: keeps colour codes, which are harmless, and no other escape codes. */
export function plainText(text: string, keep: { readonly colours?: boolean } = {}): string {
  return text
    .replace(ESCAPES, (code) => (keep.colours && COLOUR.test(code) ? code : ''))
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map(lastForm)
    .join('\n')
    .replace(/\r/g, '')
    .replace(CONTROLS, (code) => (keep.colours && code === '\x1b' ? code : ''))
}

/** The same text as one line, for places that have room for one line only. */
export const oneLineOf = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim()

/** The text after the last carriage return of the line. */
const lastForm = (line: string): string => line.slice(line.lastIndexOf('\r', line.length - 2) + 1)

/** The last lines that are not empty. */
export const lastLinesOf = (text: string, count: number): readonly string[] =>
  plainText(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-count)
