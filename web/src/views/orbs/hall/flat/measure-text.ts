/** How large a label is when it is written by SVG; estimated, because nothing has been drawn yet. */
import type { LabelLines } from '../labels/label-text.ts'

const WIDTHS = { bold: 7.4, plain: 6.9, mono: 6.7 } as const
const SPACE = 4
export const LINE = 14

export function textSize(lines: LabelLines): { readonly width: number; readonly height: number } {
  const widths = lines.map((line) =>
    line.reduce((sum, { text, font }) => sum + text.length * WIDTHS[font] + SPACE, 0),
  )
  return { width: Math.ceil(Math.max(...widths)), height: lines.length * LINE + 2 }
}
