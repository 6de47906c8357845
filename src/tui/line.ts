/** One line of the screen: pieces of text with a style each, cut to the screen, with or without colour. */
import { cutToWidth, displayWidth, oneLine } from './display-text.ts'

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

/** Whatever the text is, nothing in it can move the cursor or change the terminal. */
export const piece = (text: string, style: Style = 'plain'): Piece => ({
  text: oneLine(text),
  style,
})

export const widthOf = (line: Line): number =>
  line.reduce((width, { text }) => width + displayWidth(text), 0)

/** Left and right of one line with room between; the left is cut, and below half of the line the right goes. */
export function spread(left: Line, right: Line, columns: number): Line {
  const room = columns - widthOf(right) - 2
  if (room < Math.min(widthOf(left), columns / 2)) return left
  const kept = cutLine(left, room)
  return [...kept, piece(' '.repeat(columns - widthOf(kept) - widthOf(right))), ...right]
}

function cutLine(line: Line, width: number): Line {
  let left = width
  return line.map(({ text, style }) => {
    const cut = cutToWidth(text, left)
    left -= displayWidth(cut)
    return piece(cut, style)
  })
}

/** The line as text that is never wider than the screen. */
export function renderLine(line: Line, columns: number, colour: boolean): string {
  const text = cutLine(line, columns).map((part) => (colour ? styled(part) : part.text))
  return colour ? text.join('') : text.join('').trimEnd()
}

function styled({ text, style }: Piece): string {
  const [on, off] = CODES[style]
  return text === '' ? '' : on + text + off
}
