/** Time along the top, its lines behind all rows, and where in it we are. */
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
  /** Not where `now` is written, nor where the end would be cut off. */
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

/** About as wide as one is. */
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
  /** At the beginning the word has no room on the left of the line. */
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
