/** The columns of the shown run: with all cards, and with those that the filter shows. */
import { useMemo, useRef } from 'react'
import type { ShownRun } from '../../data/live/shown-run.tsx'
import { arrange, filterColumns, NO_COLUMNS, NOTHING, type Columns } from './columns.ts'
import type { Explained } from './explain.ts'
import { shownBy, type Filter } from './filter.ts'

export interface ShownColumns {
  readonly all: Columns
  readonly shown: Columns
}

export function useColumns(
  { run, version }: ShownRun,
  { places, attention }: Explained,
  filter: Filter,
): ShownColumns {
  const arrangement = useRef(NOTHING)
  const before = useRef(NO_COLUMNS)
  return useMemo(() => {
    arrangement.current = arrange(run, places, arrangement.current)
    const all = arrangement.current.columns
    const isShown = shownBy(filter, run, attention)
    before.current = isShown === null ? all : filterColumns(all, isShown, before.current)
    return { all, shown: before.current }
  }, [run, version, places, attention, filter.words, filter.part])
}
