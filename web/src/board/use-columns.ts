/** The columns of the run as it stands, all cards and those that the filter shows. */
import { useMemo, useRef } from 'react'
import type { ShownRun } from '../live/shown-run.tsx'
import { columnsOf, filterColumns, NO_COLUMNS, type Columns } from './columns.ts'
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
  const before = useRef<ShownColumns>({ all: NO_COLUMNS, shown: NO_COLUMNS })
  return useMemo(() => {
    const all = columnsOf(run, places, before.current.all)
    const isShown = shownBy(filter, run, attention)
    const shown = isShown === null ? all : filterColumns(all, isShown, before.current.shown)
    before.current = { all, shown }
    return before.current
  }, [run, version, places, attention, filter.words, filter.part])
}
