/** The labels of the flat hall. */
import type { ChosenLabel } from '../labels/choose-labels.ts'
import type { LabelPart } from '../labels/label-text.ts'
import { css, type Palette } from '../look/palette.ts'
import { LINE } from './measure-text.ts'

export function FlatLabels({
  labels,
  palette,
}: {
  readonly labels: readonly ChosenLabel[]
  readonly palette: Palette
}) {
  const tones = {
    ...palette.marks,
    ink: palette.ink,
    soft: palette.softInk,
    faint: palette.faintInk,
  }
  const colour = ({ tone }: LabelPart): string => css(tones[tone])
  return (
    <g className="hall-labels" stroke={css(palette.ground)}>
      {labels.map(({ orb, x, y, text }) =>
        text.map((line, row) => (
          <text key={`${orb} ${row}`} x={x + 2} y={y + LINE * (row + 1) - 2.5}>
            {line.map((part, i) => (
              <tspan
                key={part.text}
                className={`hall-${part.font}`}
                fill={colour(part)}
                dx={i === 0 ? 0 : 4}
              >
                {part.text.trim()}
              </tspan>
            ))}
          </text>
        )),
      )}
    </g>
  )
}
