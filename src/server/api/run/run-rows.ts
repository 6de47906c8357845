/** One row for each run, worked out once and kept for as long as nothing more happens in the run. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { RunId } from '../../../core/value/ids.ts'
import type { Run } from '../../../core/run/run.ts'
import { NOT_MEASURED, reportOn, type Summary } from '../../../core/report/summary.ts'
import type { ApiContext } from '../api-context.ts'
import { storeCache } from '../store-cache.ts'

export interface RunRow extends Omit<Summary, 'results'> {
  readonly name: string
  readonly file: string | null
  readonly conducted: boolean
  readonly started_at: string
  readonly ended_at: string | null
}

const MOST_KEPT = 1000

interface KeptRow {
  readonly sequence: number
  readonly row: RunRow
}

/** Folding a run of 10,000 tasks takes a while, so other requests are let through between two rows. */
export function runRows({ served, runs }: Pick<ApiContext, 'served' | 'runs'>) {
  const kept = storeCache<RunId, KeptRow>(served.log, MOST_KEPT)
  return async (ids: readonly RunId[]): Promise<readonly RunRow[]> => {
    const rows: RunRow[] = []
    for (const id of ids) {
      rows.push(rowOf(id))
      await breathe()
    }
    return rows
  }

  function rowOf(id: RunId): RunRow {
    const before = kept.get(id)
    return before !== undefined && isStillSo(id, before) ? before.row : makeRow(id)
  }

  /** Only a conducted run changes without an event: its coordinator may die silently, and measures at the very end. */
  function isStillSo(id: RunId, { sequence, row }: KeptRow): boolean {
    if (row.conducted || served.conductedRun() === id) return false
    for (const _ of served.log.eventsOf(id, sequence)) return false
    return true
  }

  function makeRow(id: RunId): RunRow {
    const run = runs.find(id)
    const row = rowFor(run, reportOf({ served, runs }, run), runs.isConducted(run))
    kept.keep(id, { sequence: run.sequence, row })
    return row
  }
}

/** The same as `conductor report --json`. */
export const reportOf = (
  { served, runs }: Pick<ApiContext, 'served' | 'runs'>,
  run: Run,
): Summary =>
  reportOn(run, run.ended === null ? NOT_MEASURED : served.measured(run.id), runs.conducted(run))

function rowFor(run: Run, { results: _results, ...summary }: Summary, conducted: boolean): RunRow {
  return {
    ...summary,
    name: run.plan.name,
    file: run.source.file,
    conducted,
    started_at: new Date(run.startedAt).toISOString(),
    ended_at: run.ended === null ? null : new Date(run.ended.at).toISOString(),
  }
}
