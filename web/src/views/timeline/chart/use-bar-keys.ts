/** From bar to bar by keys: which bar has the focus, and what a key does with it. */
import { useState, type KeyboardEvent } from 'react'
import { DIRECTIONS } from '../../../parts/keys/directions.ts'
import { firstBar, nextBar, placeOf, type Place } from './nearby-bars.ts'
import { laneTop, LANE, type Row } from '../rows.ts'
import type { TimeBar } from '../time-bars.ts'
import type { Chart } from './use-chart.ts'

export interface BarKeys {
  /** The key of the bar that Tab comes to. */
  readonly current: string | null
  setCurrent(key: string): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
}

export interface BarDeeds {
  readonly rows: readonly Row[]
  readonly inSight: readonly Row[]
  open(bar: TimeBar): void
  select(task: number | null): void
}

export function useBarKeys(chart: Chart, { rows, inSight, open, select }: BarDeeds): BarKeys {
  const [chosen, setChosen] = useState<string | null>(null)
  const from = chart.window.left / chart.scale.pixelsPerSecond
  const current =
    chosen !== null && placeOf(inSight, chosen) !== null
      ? chosen
      : (firstBar(inSight, from)?.key ?? null)

  const goTo = (place: Place): void => {
    setChosen(place.bar.key)
    chart.bringIntoSight(spanOf(place))
    // Not before it is drawn where it was scrolled to: two frames.
    requestAnimationFrame(() => requestAnimationFrame(() => focusOn(chart, place.bar.key)))
  }
  /** Whether the key was meant for a bar. */
  const press = (key: string): boolean => {
    const direction = DIRECTIONS[key]
    const place = current === null ? null : placeOf(rows, current)
    const next = direction === undefined ? null : nextBar(rows, current, direction)
    if (next !== null) goTo(next)
    else if (key === 'Enter' && place !== null) open(place.bar)
    else if (key === ' ' && place !== null) select(place.bar.task)
    else if (key === 'Escape') select(null)
    else return direction !== undefined
    return true
  }
  return {
    current,
    setCurrent: setChosen,
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (press(event.key)) event.preventDefault()
    },
  }
}

const spanOf = ({ row, lane, bar }: Place) => ({
  start: bar.start,
  end: bar.end,
  top: laneTop(row, lane),
  height: LANE.height,
})

const focusOn = ({ scroller }: Chart, key: string): void =>
  scroller.current?.querySelector<SVGElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
