/** The timeline as a chart. Only the bars in sight are rendered. */
import { taskAt } from '../../../../../src/core/run/run.ts'
import { useMemo, useState, type PointerEvent } from 'react'
import { useLocation } from 'wouter'
import { ChartArrows } from './chart-arrows.tsx'
import { ChartAxis, NowLine } from './chart-axis.tsx'
import { ChartRows, RowGrounds } from './chart-rows.tsx'
import type { ShownTimeline } from './shown-timeline.ts'
import { arrowsOf, heightsOf, type Arrow } from './places.ts'
import { rowsWithin, type Row } from '../rows.ts'
import type { TimeBar } from '../time-bars.ts'
import { useBarKeys } from './use-bar-keys.ts'
import { MARGIN, type Chart } from './use-chart.ts'
import { useDragToPan } from './use-drag-to-pan.ts'
import './chart-view.css'
import { useTaskPath } from '../../../data/live/use-task-path.ts'

export function ChartView({ chart, ...shown }: ShownTimeline & { readonly chart: Chart }) {
  const { picture, rows, selected, select } = shown
  const { scroller, scale, window } = chart
  const [hovered, setHovered] = useState<number | null>(null)
  const open = useOpenBar(shown)
  const arrows = useArrows(shown, hovered ?? selected)
  const drag = useDragToPan(scroller)
  const inSight = rowsWithin(rows, window.top, window.top + window.height)
  const keys = useBarKeys(chart, { rows, inSight, open, select })
  const height = (rows.at(-1)?.top ?? 0) + (rows.at(-1)?.height ?? 0)
  const pick = (bar: TimeBar): void => {
    keys.setCurrent(bar.key)
    select(bar.task)
  }
  return (
    <div
      className="chart"
      ref={scroller}
      role="application"
      aria-label="Bars in time: the arrow keys go from bar to bar, Enter opens a task"
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
      {...drag}
    >
      <div style={{ width: scale.width + MARGIN.left, height: height + MARGIN.top }}>
        <div
          className="chart-window"
          style={{ width: window.width + MARGIN.left, height: window.height + MARGIN.top }}
        >
          <RowNames rows={inSight} top={window.top} />
          <svg
            className="chart-plot"
            width={window.width}
            height={window.height + MARGIN.top}
            style={{ left: MARGIN.left }}
            onPointerOver={(event) => isOverCrowd(event) || setHovered(taskUnder(event))}
            onPointerLeave={() => setHovered(null)}
          >
            <ChartAxis chart={chart} now={picture.now} />
            <svg y={MARGIN.top} width={window.width} height={window.height}>
              <RowGrounds rows={inSight} chart={chart} />
              <ChartArrows
                chart={chart}
                arrows={arrows}
                isFocused={(hovered ?? selected) !== null}
              />
              <ChartRows
                {...shown}
                {...{ chart, open, pick, hovered }}
                hover={setHovered}
                rows={inSight}
                current={keys.current}
              />
            </svg>
            {picture.now !== null && <NowLine chart={chart} now={picture.now} />}
          </svg>
        </div>
      </div>
    </div>
  )
}

function RowNames({ rows, top }: { readonly rows: readonly Row[]; readonly top: number }) {
  return (
    <div className="chart-names" style={{ top: MARGIN.top, width: MARGIN.left }}>
      {rows.map((row) => (
        <div key={row.label} style={{ top: row.top - top, height: row.height }}>
          <strong>{row.label}</strong>
          <span className="quiet">{row.note}</span>
        </div>
      ))}
    </div>
  )
}

function useOpenBar({ picture }: ShownTimeline): (bar: TimeBar) => void {
  const pathOf = useTaskPath()
  const [, navigate] = useLocation()
  return ({ task }) => navigate(pathOf(taskAt(picture, task).id))
}

function useArrows(shown: ShownTimeline, task: number | null): readonly Arrow[] {
  const { rows } = shown
  const heights = useMemo(() => heightsOf(rows), [rows])
  return useMemo(() => arrowsOf({ ...shown, heights }, task), [heights, task])
}

/** A crowd has its own handler, which knows which of its bars is under the pointer. */
const isOverCrowd = (event: PointerEvent<SVGElement>): boolean =>
  (event.target as Element).closest('[data-key="crowd"]') !== null

function taskUnder(event: PointerEvent<SVGElement>): number | null {
  const task = (event.target as Element).closest<SVGElement>('[data-task]')?.dataset['task']
  return task === undefined ? null : Number(task)
}
