/** The name of a bar, in it or after it, and below the name its length, if the bar is tall enough. */
import { formatDuration } from '../../../../../src/core/value/duration.ts'
import type { TimeBar } from '../time-bars.ts'
import { hasSign, SIGN_WIDTH } from './bar-shape.tsx'
import type { DrawnBar, Label } from './drawn-bars.ts'
import { cutToWidth } from './cut-to-width.ts'
import { textWidth } from './text-width.ts'

const MARGIN = 5

const TALL = 34

/** The tops of the sign and of the two lines, in a tall bar. */
export const SIGN_AT = 6
const LINES = [16, 31] as const

export const hasTwoLines = ({ label }: DrawnBar, height: number): boolean =>
  label?.at === 'inside' && height >= TALL

/** The pixels that a name needs inside of its bar. */
export const nameWidth = (bar: TimeBar, name: string): number =>
  textWidth(name) + indentOf(bar) + MARGIN

const indentOf = ({ look }: TimeBar): number => (hasSign(look, Infinity) ? SIGN_WIDTH : MARGIN)

interface BarNameProps {
  readonly drawn: DrawnBar
  readonly label: Label
  readonly y: number
  readonly height: number
  /** The x at which the window begins. */
  readonly left: number
  readonly name: string
  readonly isTwoLines: boolean
}

/** The name is in a box that cuts it off, so that it does not run over another bar even in a font that is wider. */
export function BarName({ drawn, label, y, height, left, name, isTwoLines }: BarNameProps) {
  const { bar, x, width } = drawn
  const isIndented = label.at === 'inside' && label.x === x && hasSign(bar.look, width)
  const indent = isIndented ? SIGN_WIDTH : MARGIN
  const room = label.width - indent - MARGIN
  return (
    <svg
      className="bar-name"
      x={label.x - left}
      y={y}
      width={label.width - 3}
      height={height}
      data-at={label.at}
    >
      <text x={indent} y={isTwoLines ? LINES[0] : height / 2 + 4}>
        {cutToWidth(name, room, textWidth)}
      </text>
      {isTwoLines && textWidth(sayLength(bar)) <= room && (
        <text className="quiet" x={indent} y={LINES[1]}>
          {sayLength(bar)}
        </text>
      )}
    </svg>
  )
}

const sayLength = ({ start, end, look }: TimeBar): string =>
  `${look === 'coming' || look === 'predicted' ? '~' : ''}${formatDuration(end - start)}`
