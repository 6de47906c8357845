/** conductor costs and conductor compare: what runs have cost, and how two of them differ. */
import { compareRuns } from '../../core/costs/compare-runs.ts'
import { costCells } from '../../core/costs/cost-cells.ts'
import type { CostsBy } from '../../core/costs/costs-by.ts'
import { costsOf } from '../../core/costs/costs.ts'
import { reportOn, NOT_MEASURED, type Summary } from '../../core/report/summary.ts'
import type { Run } from '../../core/run/run.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { dayAt } from '../../core/value/day.ts'
import { paint } from '../../report-text/paint.ts'
import { sayComparison } from '../../report-text/say-comparison.ts'
import { sayCostTable } from '../../report-text/say-cost-table.ts'
import { findCoordinator, findFrozen } from '../../store/coordinator-lock.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'
import { openStoreToRead, readRun } from './read-runs.ts'

export interface CostsWanted {
  readonly by: CostsBy
  /** undefined: the newest run. */
  readonly run: string | undefined
  readonly all: boolean
}

export function costsCommand({ by, run, all }: CostsWanted, console: Console): number {
  const store = openStoreToRead(findWorkspace(console.folder))
  try {
    const ids = all ? store.runs() : [readRun(store, run).id]
    const cells = ids.map((id) => costCells(readRun(store, id), localDay))
    const of = all ? sayCount(ids.length, 'run') : `run ${ids[0]}`
    const costs = costsOf(cells, by)
    console.answer(sayCostTable(costs, of, paint(console.colour)), {
      run: all ? null : ids[0],
      ...costs,
    })
    return 0
  } finally {
    store.close()
  }
}

const localDay = (at: number): string => dayAt(at, new Date(at).getTimezoneOffset())

export function compareCommand(first: string, second: string, console: Console): number {
  if (first === second)
    throw new Complaint(
      `run ${first} cannot be compared with itself`,
      'name two different runs; see `conductor runs`',
    )
  const workspace = findWorkspace(console.folder)
  const store = openStoreToRead(workspace)
  try {
    const [one, other] = [readRun(store, first), readRun(store, second)]
    const comparison = compareRuns(summaryOf(workspace, one), summaryOf(workspace, other))
    console.answer(sayComparison(comparison, paint(console.colour)), comparison)
    return 0
  } finally {
    store.close()
  }
}

const summaryOf = ({ home }: Workspace, run: Run): Summary =>
  reportOn(run, NOT_MEASURED, {
    isConducted: findCoordinator(home)?.run === run.id,
    frozen: findFrozen(home, run.id),
  })
