/** Moves the focus between bars, and handles the keys that act on a bar. */
import { useMemo, type FocusEvent, type KeyboardEvent } from 'react'
import { useRovingFocus } from '../../../parts/keys/use-roving-focus.ts'
import { barPlaces, firstBar, placeOf, type Place } from './nearby-bars.ts'
import { laneTop, type Row } from '../rows.ts'
import type { TimeBar } from '../time-bars.ts'
import type { Chart } from './use-chart.ts'

export interface BarKeys {
  /** The key of the bar that Tab leads to. */
  readonly current: string | null
  setCurrent(key: string): void
  onFocus(event: FocusEvent): void
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
}

export interface BarDeeds {
  readonly rows: readonly Row[]
  readonly inSight: readonly Row[]
  open(bar: TimeBar): void
  select(task: number | null): void
}

export function useBarKeys(chart: Chart, { rows, inSight, open, select }: BarDeeds): BarKeys {
  const places = useMemo(() => barPlaces(rows), [rows])
  const from = chart.window.left / chart.scale.pixelsPerSecond
  const first = (): string | null => firstBar(inSight, from)?.key ?? null
  const { stop, choose, onFocus } = useRovingFocus<string>({
    group: 'Timeline',
    labels: {
      down: 'Row below',
      up: 'Row above',
      left: 'Previous bar',
      right: 'Next bar',
    },
    view: chart.scroller,
    attribute: 'data-key',
    places: () => places,
    first,
    reveal(key) {
      const place = placeOf(rows, key)
      if (place !== null) chart.bringIntoSight(spanOf(place))
    },
  })
  const current = stop !== null && placeOf(inSight, stop) !== null ? stop : first()
  /** Returns whether the key did something. */
  const press = (key: string): boolean => {
    const place = current === null ? null : placeOf(rows, current)
    if (key === 'Enter' && place !== null) open(place.bar)
    else if (key === ' ' && place !== null) select(place.bar.task)
    else if (key === 'Escape') select(null)
    else return false
    return true
  }
  return {
    current,
    setCurrent: choose,
    onFocus,
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
  height: row.sizes.lane,
})
