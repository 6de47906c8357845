/** What the charts of costs draw: bars and columns as shares of the largest, with their words. */
import { formatTokens } from '../../../../src/core/agent/usage.ts'
import type { CostFigures, CostRow } from '../../../../src/core/costs/costs.ts'
import { sayCostGroup, sayCostOf } from '../../../../src/core/say/say-cost.ts'
import { daysBetween } from '../../../../src/core/value/day.ts'
import { formatDuration } from '../../../../src/core/value/duration.ts'

export const MEASURES = ['cost', 'tokens', 'time'] as const
export type Measure = (typeof MEASURES)[number]

export interface Bar {
  readonly name: string
  /** The name as far as it fits above a bar. */
  readonly label: string
  readonly says: string
  /** Of the largest bar, 0 to 1; null: not known. */
  readonly share: number | null
  /** Which part of the bar is estimated, 0 to 1. */
  readonly estimated: number
}

/** More bars than these tell nothing; the table has them all. */
const MOST_BARS = 20
const MOST_DAYS = 60
const LONGEST_LABEL = 32

export function barsOf(rows: readonly CostRow[], measure: Measure): readonly Bar[] {
  const sorted = rows.toSorted((a, b) => (valueOf(b, measure) ?? 0) - (valueOf(a, measure) ?? 0))
  return drawn(sorted.slice(0, MOST_BARS), measure)
}

/** One bar for each day from the first to the last, also for days on which nothing happened. */
export function columnsOf(rows: readonly CostRow[], measure: Measure): readonly Bar[] {
  const byDay = new Map(rows.map((row) => [row.name!, row]))
  const [first, last] = [rows[0]?.name, rows.at(-1)?.name]
  if (!first || !last) return []
  const days = daysBetween(first, last).slice(-MOST_DAYS)
  return drawn(
    days.map((name) => byDay.get(name) ?? { ...NOTHING, name }),
    measure,
  )
}

const NOTHING: Omit<CostRow, 'name'> = {
  is: 'day',
  run: null,
  cost_usd: 0,
  cost_is_partial: false,
  estimated_usd: 0,
  imputed_usd: 0,
  tokens: 0,
  duration_s: 0,
  attempts: 0,
}

function drawn(rows: readonly CostRow[], measure: Measure): readonly Bar[] {
  const most = Math.max(...rows.map((row) => valueOf(row, measure) ?? 0))
  return rows.map((row) => {
    const [name, value] = [sayCostGroup(row), valueOf(row, measure)]
    return {
      name,
      label: name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL - 1)}…` : name,
      says: sayValue(row, measure),
      share: value === null ? null : most === 0 ? 0 : value / most,
      estimated: measure === 'cost' && value ? Math.min(row.estimated_usd / value, 1) : 0,
    }
  })
}

function valueOf(figures: CostFigures, measure: Measure): number | null {
  switch (measure) {
    case 'cost':
      return figures.cost_usd
    case 'tokens':
      return figures.tokens
    case 'time':
      return figures.duration_s
  }
}

export function sayValue(figures: CostFigures, measure: Measure): string {
  switch (measure) {
    case 'cost':
      return sayCostOf(figures)
    case 'tokens':
      return formatTokens(figures.tokens)
    case 'time':
      return formatDuration(figures.duration_s)
  }
}

/** Why there is nothing to draw; null: there is something. */
export function whyEmpty(total: CostFigures, measure: Measure, of: string): string | null {
  if (total.attempts === 0 && total.tokens === 0) return `No agent has worked in ${of} yet.`
  if (measure === 'time') return null
  if (measure === 'tokens')
    return total.tokens > 0 ? null : `No tokens yet: the agents of ${of} reported none.`
  if (total.cost_usd === null) return `No costs yet: the agents of ${of} reported none.`
  if (total.cost_usd > 0) return null
  return total.cost_is_partial
    ? `No costs yet: the agents of ${of} reported none.`
    : `Nothing was spent in ${of}: only commands have worked.`
}
