/** The rows in sight, with the bars and crowds of bars that are drawn in them. */
import { taskAt } from '../../../../../src/core/run/run.ts'
import type { MouseEvent } from 'react'
import { BarName, hasTwoLines, nameWidth, SIGN_AT } from './bar-name.tsx'
import { BarShape, CrowdShape } from './bar-shape.tsx'
import type { ShownTimeline } from './shown-timeline.ts'
import {
  barAt,
  drawnBars,
  unseenBar,
  type DrawnBar,
  type DrawnCrowd,
  type Piece,
} from './drawn-bars.ts'
import { laneTop } from '../rows.ts'
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
            <Bars
              {...props}
              track={predicted}
              y={y + row.sizes.predicted.top}
              height={row.sizes.predicted.height}
              chain={chain}
              isSlim
            />
            <Bars
              {...props}
              track={actual}
              y={y}
              height={row.sizes.attempt}
              chain={chain}
              isSlim={false}
            />
          </g>
        )
      })}
    </g>
  ))
}

interface BarsProps extends ChartRowsProps {
  readonly track: Track
  readonly y: number
  readonly height: number
  readonly chain: ReadonlySet<number>
  /** Predictions, drawn below the attempts. */
  readonly isSlim: boolean
}

function Bars({ track, ...props }: BarsProps) {
  const { chart, current, selected, hovered, picture, isSlim } = props
  const { pixelsPerSecond } = chart.scale
  const from = chart.window.left / pixelsPerSecond
  const to = from + chart.window.width / pixelsPerSecond
  const isApart = ({ key, task }: TimeBar): boolean =>
    key === current || task === selected || task === hovered
  const widthOf = (bar: TimeBar): number => nameWidth(bar, nameOf(picture, bar))
  const stretch = { from, to, pixelsPerSecond, isApart, ...(!isSlim && { widthOf }) }
  // The bar with the focus stays rendered when it is scrolled away.
  const unseen = unseenBar(track, current, stretch)
  const all = [...drawnBars(track, stretch), ...(unseen === null ? [] : [unseen])]
  return (
    <>
      {all.map((drawn) =>
        drawn.is === 'crowd' ? (
          <Crowd key={drawn.bars[0]!.key} {...props} drawn={drawn} />
        ) : (
          <OneBar key={drawn.bar.key} {...props} drawn={drawn} />
        ),
      )}
      {/* After all bars: a name may reach into what is still expected of the attempt. */}
      {!isSlim &&
        all.map((drawn) =>
          drawn.is === 'crowd' ? null : <NameOfBar key={drawn.bar.key} {...props} drawn={drawn} />,
        )}
    </>
  )
}

type Placed<Drawn> = Omit<BarsProps, 'track'> & { readonly drawn: Drawn }

function OneBar({ drawn, y, height, chain, isSlim, ...props }: Placed<DrawnBar>) {
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
      <Tail className="landing-tail" to={bar.landedBy} {...{ bar, y, height, chart }} />
      <Tail className="wait-tail" to={bar.waitedUntil ?? bar.end} {...{ bar, y, height, chart }} />
      <BarShape
        look={bar.look}
        {...{ x, y, width, height }}
        isOnChain={chain.has(bar.task)}
        {...(!isSlim && hasTwoLines(drawn, height) && { signAt: SIGN_AT })}
      />
    </g>
  )
}

/** A pointer on a name is on its bar. */
function NameOfBar({ drawn, picture, chart, y, height, pick, open }: Placed<DrawnBar>) {
  const { bar, label } = drawn
  if (label === null) return null
  return (
    <g
      data-task={bar.task}
      aria-hidden="true"
      onClick={() => pick(bar)}
      onDoubleClick={() => open(bar)}
    >
      <BarName
        {...{ drawn, label, y, height }}
        left={chart.window.left}
        name={nameOf(picture, bar)}
        isTwoLines={hasTwoLines(drawn, height)}
      />
    </g>
  )
}

/** The name of the task, after the marks of the attempt. */
const nameOf = (plan: ShownTimeline['picture'], { retry, hasConflict, task }: TimeBar): string =>
  [retry === undefined ? '' : `↻${retry}`, hasConflict === true ? '⚠' : '', taskAt(plan, task).name]
    .filter((part) => part !== '')
    .join(' ')

/** Cuts a bar off a little outside of the window. */
function clipped({ x, width }: DrawnBar, { window }: Chart) {
  const from = Math.max(x - window.left, -50)
  const to = Math.min(x + width - window.left, window.width + 50)
  return { x: from, width: Math.max(to - from, 1) }
}

interface TailProps {
  readonly chart: Chart
  readonly y: number
  readonly height: number
  readonly className: 'landing-tail' | 'wait-tail'
  readonly bar: TimeBar
  readonly to: number
}

/** A line after the end of a bar: the delivery was landing, or the task waited for a person. */
function Tail({ className, bar, to, y, height, chart }: TailProps) {
  if (to <= bar.end) return null
  const { scale, window } = chart
  const xOf = (at: number): number =>
    Math.min(Math.max(at * scale.pixelsPerSecond - window.left, -50), window.width + 50)
  const at = y + height + 1.5
  return (
    <line
      className={className}
      x1={xOf(bar.end)}
      x2={Math.max(xOf(to), xOf(bar.end) + 2)}
      y1={at}
      y2={at}
    />
  )
}

/** The bar under the pointer is drawn apart from the crowd, and can be picked. */
function Crowd({ drawn, y, height, chain, chart, hover, pick }: Placed<DrawnCrowd>) {
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
        height={height}
      />
    </g>
  )
}

const pieceOf = (bar: TimeBar, { scale }: Chart): Piece => ({
  x: bar.start * scale.pixelsPerSecond,
  width: Math.max((bar.end - bar.start) * scale.pixelsPerSecond, 1),
})
