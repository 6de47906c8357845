/** Cost, tokens and time of one or more runs, by task, agent, model or day, in the form of our JSON. */
import { toMicros } from '../report/spending.ts'
import { rounded } from '../report/worker-results.ts'
import { NO_SUMS, plusSums, type CostCell, type CostGroup, type CostSums } from './cost-cells.ts'
import type { CostsBy } from './costs-by.ts'

export interface CostFigures {
  /** null: models were used, and none of their costs is known. 0: no model was used. */
  readonly cost_usd: number | null
  /** A part of the cost is not known, so the true sum is higher. */
  readonly cost_is_partial: boolean
  /** The part that no agent has reported: tokens at the prices of our table. */
  readonly estimated_usd: number
  /** The part that a subscription paid. */
  readonly imputed_usd: number
  readonly tokens: number
  /** Seconds of work, all attempts together. */
  readonly duration_s: number
  readonly attempts: number
}

/** Its `run` is null also if the costs are those of one run. */
export interface CostRow extends CostGroup, CostFigures {}

export interface Costs {
  readonly by: CostsBy
  /** How many runs were added up. */
  readonly runs: number
  readonly total: CostFigures
  /** The most expensive first; days in order. */
  readonly rows: readonly CostRow[]
}

/** The cells of each run, and by what they are added up. */
export function costsOf(runs: readonly (readonly CostCell[])[], by: CostsBy): Costs {
  const cells = runs.flat()
  const groups = Map.groupBy(cells, ({ groups }) => keyOf(groups[by]))
  const isOneRun = runs.length === 1
  const rows = [...groups.values()].map((some) => {
    const group = some[0]!.groups[by]
    return { ...group, run: isOneRun ? null : group.run, ...figuresOf(some) }
  })
  return {
    by,
    runs: runs.length,
    total: figuresOf(cells),
    rows: rows.toSorted(by === 'day' ? byDay : byCost),
  }
}

const keyOf = ({ is, name, run }: CostGroup): string => `${is} ${run ?? ''} ${name ?? ''}`

function figuresOf(cells: readonly CostSums[]): CostFigures {
  const sum = cells.reduce(plusSums, NO_SUMS)
  return {
    cost_usd: sum.knownUsd === null ? (sum.hasUnknown ? null : 0) : toMicros(sum.knownUsd),
    cost_is_partial: sum.hasUnknown,
    estimated_usd: toMicros(sum.estimatedUsd),
    imputed_usd: toMicros(sum.imputedUsd),
    tokens: sum.tokens,
    duration_s: rounded(sum.seconds),
    attempts: sum.attempts,
  }
}

const byDay = (a: CostRow, b: CostRow): number => (a.name! < b.name! ? -1 : 1)

/** An unknown cost may be a high one, so it comes before what cost nothing. */
const byCost = (a: CostRow, b: CostRow): number =>
  (b.cost_usd ?? 0) - (a.cost_usd ?? 0) || b.tokens - a.tokens || b.duration_s - a.duration_s
