/** One line of the screen: pieces of text with a style each, cut to the screen, with or without colour. */
import { cutToWidth, displayWidth } from './display-text.ts'

export type Style = 'plain' | 'dim' | 'bold' | 'good' | 'bad' | 'busy' | 'accent' | 'selected'

export interface Piece {
  readonly text: string
  readonly style: Style
}

export type Line = readonly Piece[]

/** The 16 colours every terminal has, as its owner chose them. */
const CODES: Readonly<Record<Style, readonly [on: string, off: string]>> = {
  plain: ['', ''],
  dim: ['\x1b[2m', '\x1b[22m'],
  bold: ['\x1b[1m', '\x1b[22m'],
  good: ['\x1b[32m', '\x1b[39m'],
  bad: ['\x1b[31m', '\x1b[39m'],
  busy: ['\x1b[33m', '\x1b[39m'],
  accent: ['\x1b[36m', '\x1b[39m'],
  selected: ['\x1b[7m', '\x1b[27m'],
}

export const piece = (text: string, style: Style = 'plain'): Piece => ({ text, style })

export const widthOf = (line: Line): number =>
  line.reduce((width, { text }) => width + displayWidth(text), 0)

/** Left and right of one line with room between; the right side goes first when there is too little. */
export function spread(left: Line, right: Line, columns: number): Line {
  const gap = columns - widthOf(left) - widthOf(right)
  return gap < 2 ? left : [...left, piece(' '.repeat(gap)), ...right]
}

/** The line as text that is never wider than the screen. */
export function renderLine(line: Line, columns: number, colour: boolean): string {
  let left = columns
  let text = ''
  for (const { text: said, style } of line) {
    if (left <= 0) break
    const cut = cutToWidth(said, left)
    left -= displayWidth(cut)
    const [on, off] = CODES[style]
    text += colour && on !== '' && cut !== '' ? on + cut + off : cut
  }
  return colour ? text : text.trimEnd()
}
