/** Bars below one another, drawn in percent so that they fit every screen. The table beside a chart is its twin in words. */
import type { Bar } from './chart.ts'
import './charts.css'

interface ChartProps {
  readonly bars: readonly Bar[]
  /** What is shown, for screen readers. */
  readonly about: string
}

const ROW = 38

export function BarChart({ bars, about }: ChartProps) {
  return (
    <svg
      className="bar-chart"
      role="img"
      aria-label={`${about}; the table has the figures.`}
      width="100%"
      height={bars.length * ROW}
    >
      {bars.map((bar, place) => (
        <BarRow key={bar.name} bar={bar} top={place * ROW} />
      ))}
    </svg>
  )
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

function BarRow({ bar, top }: { readonly bar: Bar; readonly top: number }) {
  const { share, estimated } = bar
  const track = { y: top + 20, height: 10, rx: 3 }
  return (
    <g>
      <title>{`${bar.name}: ${bar.says}`}</title>
      <text x="0" y={top + 14}>
        {bar.label}
      </text>
      <text x="100%" y={top + 14} textAnchor="end" className="chart-value">
        {bar.says}
      </text>
      <rect className="chart-track" width="100%" {...track} />
      {share === null ? (
        <rect className="chart-unknown" x="0.5" width="99.5%" {...track} />
      ) : (
        <rect className="chart-filled" width={percent(share)} {...track} />
      )}
      {share !== null && estimated > 0 && (
        <rect
          className="chart-estimated"
          x={percent(share * (1 - estimated))}
          width={percent(share * estimated)}
          {...track}
        />
      )}
    </g>
  )
}

const [HIGH, BOTTOM, TOP] = [150, 20, 18]

/** A column for each day. */
export function DayChart({ bars, about }: ChartProps) {
  const width = 1 / Math.max(bars.length, MIN_COLUMNS)
  const [first, last] = [bars[0]!, bars.at(-1)!]
  const most = bars.find(({ share }) => share === 1)
  return (
    <svg
      className="bar-chart"
      role="img"
      aria-label={`${about}; the table has the figures.`}
      width="100%"
      height={TOP + HIGH + BOTTOM}
    >
      <text x="0" y="12" className="chart-value">
        {most === undefined ? '' : `most: ${most.says} on ${most.name}`}
      </text>
      {bars.map((bar, place) => (
        <Column key={bar.name} bar={bar} left={place * width} width={width * 0.8} />
      ))}
      <line className="chart-axis" x1="0" x2="100%" y1={TOP + HIGH} y2={TOP + HIGH} />
      <text x="0" y={TOP + HIGH + 16}>
        {first.name}
      </text>
      {last !== first && (
        <text x="100%" y={TOP + HIGH + 16} textAnchor="end">
          {last.name}
        </text>
      )}
    </svg>
  )
}

/** A column is never wider than a seventh of the chart, so that a single day does not look like a wall. */
const MIN_COLUMNS = 7
const LEAST = 2

interface ColumnProps {
  readonly bar: Bar
  readonly left: number
  readonly width: number
}

function Column({ bar: { name, says, share }, left, width }: ColumnProps) {
  const height = share === null ? HIGH / 4 : share === 0 ? 0 : Math.max(LEAST, share * HIGH)
  return (
    <rect
      className={share === null ? 'chart-unknown' : 'chart-filled'}
      x={percent(left)}
      width={percent(width)}
      y={TOP + HIGH - height}
      height={height}
    >
      <title>{`${name}: ${says}`}</title>
    </rect>
  )
}
