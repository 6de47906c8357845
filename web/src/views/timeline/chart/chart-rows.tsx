/** The rows in sight, with the bars and crowds of bars that are drawn in them. */
import { taskAt } from '../../../../../src/core/run/run.ts'
import type { MouseEvent } from 'react'
import { BarShape, CrowdShape, hasSign, SIGN_WIDTH } from './bar-shape.tsx'
import type { ShownTimeline } from './shown-timeline.ts'
import {
  barAt,
  drawnBars,
  unseenBar,
  type DrawnBar,
  type DrawnCrowd,
  type Piece,
} from './drawn-bars.ts'
import { laneTop, LANE } from '../rows.ts'
import { sayBar, sayCrowd } from '../say-times.ts'
import type { TimeBar } from '../time-bars.ts'
import type { Track } from './tracks.ts'
import type { Chart } from './use-chart.ts'

export interface ChartRowsProps extends ShownTimeline {
  readonly chart: Chart
  /** The key of the bar that Tab leads to. */
  readonly current: string | null
  /** The index in the plan of the task under the pointer. */
  readonly hovered: number | null
  readonly hover: (task: number | null) => void
  readonly pick: (bar: TimeBar) => void
  readonly open: (bar: TimeBar) => void
}

/** What the bars of each row stand on. */
export function RowGrounds({ rows, chart }: Pick<ChartRowsProps, 'rows' | 'chart'>) {
  const { top, width } = chart.window
  return rows.map(({ label, top: y, height }, i) => (
    <rect key={label} className="row-ground" data-odd={i % 2} y={y - top} {...{ width, height }} />
  ))
}

export function ChartRows(props: ChartRowsProps) {
  const { rows, chart, picture } = props
  const { top } = chart.window
  const chain = new Set(picture.chain)
  return rows.map((row) => (
    <g key={row.label} className="chart-row" role="group" aria-label={row.label}>
      {row.lanes.map(({ actual, predicted }, lane) => {
        const y = laneTop(row, lane) - top
        return (
          <g key={y}>
            <Bars {...props} track={predicted} y={y + LANE.predicted.top} chain={chain} isSlim />
            <Bars {...props} track={actual} y={y} chain={chain} isSlim={false} />
          </g>
        )
      })}
    </g>
  ))
}

interface BarsProps extends ChartRowsProps {
  readonly track: Track
  readonly y: number
  readonly chain: ReadonlySet<number>
  /** Predictions, drawn below the attempts. */
  readonly isSlim: boolean
}

function Bars({ track, y, ...props }: BarsProps) {
  const { chart, current, selected, hovered } = props
  const { pixelsPerSecond } = chart.scale
  const from = chart.window.left / pixelsPerSecond
  const to = from + chart.window.width / pixelsPerSecond
  const isApart = ({ key, task }: TimeBar): boolean =>
    key === current || task === selected || task === hovered
  const stretch = { from, to, pixelsPerSecond, isApart }
  // The bar with the focus stays rendered when it is scrolled away.
  const unseen = unseenBar(track, current, stretch)
  const all = [...drawnBars(track, stretch), ...(unseen === null ? [] : [unseen])]
  return all.map((drawn) =>
    drawn.is === 'crowd' ? (
      <Crowd key={drawn.bars[0]!.key} {...props} drawn={drawn} y={y} />
    ) : (
      <OneBar key={drawn.bar.key} {...props} drawn={drawn} y={y} />
    ),
  )
}

type Placed<Drawn> = Omit<BarsProps, 'track'> & { readonly drawn: Drawn }

function OneBar({ drawn, y, chain, isSlim, ...props }: Placed<DrawnBar>) {
  const { picture, times, chart, current, selected, pick, open } = props
  const { bar } = drawn
  const task = taskAt(picture, bar.task)
  const description = sayBar(task, bar, times.get(bar.task)?.predicted)
  const { x, width } = clipped(drawn, chart)
  return (
    <g
      className="bar"
      role="button"
      aria-label={description}
      aria-pressed={bar.task === selected}
      tabIndex={bar.key === current ? 0 : -1}
      data-key={bar.key}
      data-task={bar.task}
      data-look={bar.look}
      onClick={() => pick(bar)}
      onDoubleClick={() => open(bar)}
    >
      <title>{description}</title>
      <Tail className="landing-tail" to={bar.landedBy} {...{ bar, y, chart }} />
      <Tail className="wait-tail" to={bar.waitedUntil ?? bar.end} {...{ bar, y, chart }} />
      <BarShape look={bar.look} {...{ x, y, width, isSlim }} isOnChain={chain.has(bar.task)} />
      {!isSlim && <BarName drawn={drawn} y={y} chart={chart} name={marked(bar, task.name)} />}
    </g>
  )
}

/** The name of the task, after the marks of the attempt. */
const marked = ({ retry, hasConflict }: TimeBar, name: string): string =>
  [retry === undefined ? '' : `↻${retry}`, hasConflict === true ? '⚠' : '', name]
    .filter((part) => part !== '')
    .join(' ')

/** Cuts a bar off a little outside of the window. */
function clipped({ x, width }: DrawnBar, { window }: Chart) {
  const from = Math.max(x - window.left, -50)
  const to = Math.min(x + width - window.left, window.width + 50)
  return { x: from, width: Math.max(to - from, 1) }
}

interface OnChart {
  readonly chart: Chart
  readonly y: number
}

interface TailProps extends OnChart {
  readonly className: 'landing-tail' | 'wait-tail'
  readonly bar: TimeBar
  readonly to: number
}

/** A line after the end of a bar: the delivery was landing, or the task waited for a person. */
function Tail({ className, bar, to, y, chart }: TailProps) {
  if (to <= bar.end) return null
  const { scale, window } = chart
  const xOf = (at: number): number =>
    Math.min(Math.max(at * scale.pixelsPerSecond - window.left, -50), window.width + 50)
  const height = y + LANE.attempt + 1.5
  return (
    <line
      className={className}
      x1={xOf(bar.end)}
      x2={Math.max(xOf(to), xOf(bar.end) + 2)}
      y1={height}
      y2={height}
    />
  )
}

/** The name is in a box that cuts it off, so that it does not run over another bar. */
function BarName({ drawn, y, chart, name }: OnChart & { drawn: DrawnBar; name: string }) {
  const { label, bar, width } = drawn
  if (label === null) return null
  const isIndented = label.at === 'inside' && label.x === drawn.x && hasSign(bar.look, width)
  return (
    <svg
      x={label.x - chart.window.left}
      y={y}
      width={label.width - 3}
      height={LANE.attempt}
      data-at={label.at}
      aria-hidden="true"
    >
      <text x={isIndented ? SIGN_WIDTH : 5} y="14">
        {name}
      </text>
    </svg>
  )
}

/** The bar under the pointer is drawn apart from the crowd, and can be picked. */
function Crowd({ drawn, y, chain, chart, hover, pick, isSlim }: Placed<DrawnCrowd>) {
  const { scale, window } = chart
  const barUnder = (event: MouseEvent<SVGElement>): TimeBar => {
    const { left } = event.currentTarget.ownerSVGElement!.getBoundingClientRect()
    return barAt(drawn, (event.clientX - left + window.left) / scale.pixelsPerSecond)
  }
  const onChain = drawn.bars.filter((bar) => chain.has(bar.task)).map((bar) => pieceOf(bar, chart))
  return (
    <g
      data-key="crowd"
      onPointerMove={(event) => hover(barUnder(event).task)}
      onClick={(event) => pick(barUnder(event))}
    >
      <title>{sayCrowd(drawn.bars)}</title>
      <CrowdShape
        look={drawn.look}
        pieces={drawn.pieces}
        onChain={onChain}
        y={y}
        left={window.left}
        isSlim={isSlim}
      />
    </g>
  )
}

const pieceOf = (bar: TimeBar, { scale }: Chart): Piece => ({
  x: bar.start * scale.pixelsPerSecond,
  width: Math.max((bar.end - bar.start) * scale.pixelsPerSecond, 1),
})
