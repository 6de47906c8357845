/** The time axis along the top, its lines behind all rows, and the line at "now". */
import { timeTicks } from './time-ticks.ts'
import { MARGIN, type Chart } from './use-chart.ts'

export function ChartAxis({
  chart: { scale, window },
  now,
}: {
  readonly chart: Chart
  readonly now: number | null
}) {
  const { pixelsPerSecond } = scale
  const from = window.left / pixelsPerSecond
  const ticks = timeTicks(from, from + window.width / pixelsPerSecond, pixelsPerSecond)
  const xOf = (at: number): number => at * pixelsPerSecond - window.left
  /** Whether a label has room: "now" is not written there, and its end would not be cut off. */
  const isFree = (x: number, label: string): boolean =>
    x + 4 + label.length * LETTER <= window.width &&
    (now === null || x > xOf(now) + NOW.width / 2 || x + NOW.reach < xOf(now))
  return (
    <g className="chart-axis" aria-hidden="true">
      <rect width={window.width} height={MARGIN.top} />
      {ticks.map(({ at, label }) => (
        <g key={at} transform={`translate(${xOf(at)} 0)`}>
          <line y1={MARGIN.top - 6} y2={window.height + MARGIN.top} />
          {isFree(xOf(at), label) && (
            <text x="4" y="16">
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

/** About the width of a letter, in pixels. */
const LETTER = 7

const NOW = { width: 34, reach: 60 } as const

export function NowLine({
  chart: { scale, window },
  now,
}: {
  readonly chart: Chart
  readonly now: number
}) {
  const x = now * scale.pixelsPerSecond - window.left
  /** At the beginning of the axis the word "now" has no room left of the line. */
  const shift = x >= 0 ? Math.max(0, NOW.width / 2 - x) : 0
  return (
    <g className="now-line" transform={`translate(${x} 0)`} aria-hidden="true">
      <line y1="0" y2={window.height + MARGIN.top} />
      <g transform={`translate(${shift} 0)`}>
        <rect x={-NOW.width / 2} y="1" width={NOW.width} height="16" rx="8" />
        <text y="13" textAnchor="middle">
          now
        </text>
      </g>
    </g>
  )
}
