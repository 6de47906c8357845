/** One line for each run; worked out once and kept for as long as nothing more happens in the run. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { RunId } from '../../core/ids.ts'
import type { Run } from '../../core/run.ts'
import { NOT_MEASURED, reportOn, type Summary } from '../../core/summary.ts'
import type { Desk } from './desk.ts'

export interface RunRow extends Omit<Summary, 'results'> {
  readonly name: string
  readonly file: string | null
  readonly conducted: boolean
  readonly started_at: string
  readonly ended_at: string | null
}

const MOST_KEPT = 1000

/** A run of 10,000 tasks takes a while to fold: others are let through between one and the next. */
export function runRows({ served, known, live }: Desk) {
  const kept = new Map<RunId, { readonly sequence: number; readonly row: RunRow }>()
  // The whole store may be another one.
  live.subscribe(({ is }) => is === 'other-run' && kept.clear())
  return async (ids: readonly RunId[]): Promise<readonly RunRow[]> => {
    const rows: RunRow[] = []
    for (const id of ids) {
      rows.push(rowOf(id))
      await breathe()
    }
    return rows
  }

  function rowOf(id: RunId): RunRow {
    const known = kept.get(id)
    return known !== undefined && isStill(id, known.sequence) ? known.row : makeRow(id)
  }

  /** Only of what is over and done with nothing can change without an event. */
  function isStill(id: RunId, sequence: number): boolean {
    for (const _ of served.log.eventsOf(id, sequence)) return false
    return true
  }

  function makeRow(id: RunId): RunRow {
    const run = known.find(id)
    const row = rowFor(run, reportOf({ served, known }, run), known.isConducted(run))
    if (run.ended !== null) kept.set(id, { sequence: run.sequence, row })
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return row
  }
}

/** The same as `conductor report --json`. */
export const reportOf = ({ served, known }: Pick<Desk, 'served' | 'known'>, run: Run): Summary =>
  reportOn(run, run.ended === null ? NOT_MEASURED : served.measured(run.id), known.isConducted(run))

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
