/** One row for each run, worked out once and kept for as long as nothing more happens in the run. */
import { agentsIn, costCells } from '../../../core/costs/cost-cells.ts'
import type { Run } from '../../../core/run/run.ts'
import { NOT_MEASURED, reportOn, type Summary } from '../../../core/report/summary.ts'
import type { ApiContext } from '../api-context.ts'
import { keptByRun } from './kept-by-run.ts'

export interface RunRow extends Omit<Summary, 'results'> {
  readonly name: string
  readonly file: string | null
  /** The agents that have worked in it; empty: only commands, or they are not known. */
  readonly agents: readonly string[]
  readonly conducted: boolean
  readonly started_at: string
  readonly ended_at: string | null
}

export const runRows = (context: Pick<ApiContext, 'served' | 'runs'>) =>
  keptByRun(context, (run) => rowFor(run, reportOf(context, run), context.runs.isConducted(run)))

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
    agents: agentsIn(costCells(run, () => '')),
    conducted,
    started_at: new Date(run.startedAt).toISOString(),
    ended_at: run.ended === null ? null : new Date(run.ended.at).toISOString(),
  }
}
