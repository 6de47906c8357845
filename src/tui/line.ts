/** One line of the screen: pieces of text with a style each, cut to the screen, with or without colour. */
import { cutToWidth, displayWidth, oneLine } from './display-text.ts'
import type { Palette, Style } from './theme.ts'

export interface Piece {
  readonly text: string
  readonly style: Style
}

export type Line = readonly Piece[]

/** Makes the text harmless: nothing in it can move the cursor or change the terminal. */
export const piece = (text: string, style: Style = 'plain'): Piece => ({
  text: oneLine(text),
  style,
})

export const widthOf = (line: Line): number =>
  line.reduce((width, { text }) => width + displayWidth(text), 0)

/**
 * Puts two parts at the left and the right of one line. The left part is cut; when it would get less than half
 * of the line, the right part is left out.
 */
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

/** The line as text that is never wider than the screen; a null palette gives no colour. */
export function renderLine(line: Line, columns: number, palette: Palette | null): string {
  const parts = cutLine(line, columns)
  return palette === null
    ? parts
        .map(({ text }) => text)
        .join('')
        .trimEnd()
    : parts.map((part) => styled(part, palette)).join('')
}

function styled({ text, style }: Piece, palette: Palette): string {
  const [on, off] = palette[style]
  return text === '' ? '' : on + text + off
}
