/** The cost of a run, in words. Runs that only have commands print nothing here. */
import { formatCost, formatSpent, formatUsd, sayEstimated } from '../core/value/money.ts'
import type { Result, Summary } from '../core/report/summary.ts'
import { formatTokens } from '../core/agent/usage.ts'

type Row = readonly [name: string, value: string]

export function costRows(summary: Summary): readonly Row[] {
  const { cost_usd, cost_is_partial, tokens, budget_usd } = summary
  const isFree = cost_usd === 0 && !cost_is_partial && tokens === 0 && budget_usd === null
  if (isFree) return []
  return [['cost', sayCost(summary)], ...tokenRow(summary), ...lostRow(summary)]
}

function sayCost(summary: Summary): string {
  const { cost_usd, cost_is_partial, cost_per_landed_task, budget_usd, usage } = summary
  if (cost_usd === null) return `not known: the agents do not report their cost${limit(budget_usd)}`
  const least = cost_is_partial ? 'at least ' : ''
  const each = cost_per_landed_task
  const spent = { spentUsd: cost_usd, estimatedUsd: usage.estimated_usd, limitUsd: budget_usd }
  return [
    sayImputed(summary, `${least}${formatSpent(spent)}`),
    ...(each === null ? [] : [`${least}${formatUsd(each)} per landed task${sayEstimated(spent)}`]),
    ...(cost_is_partial ? ['some agents do not report their cost'] : []),
  ].join('; ')
}

const limit = (usd: number | null): string =>
  usd === null ? '' : `; the budget of ${formatUsd(usd)} cannot be enforced`

/** The cost that a subscription covers was not spent. */
function sayImputed({ usage }: Summary, all: string): string {
  if (usage.cost_from === 'imputed') return `would have cost ${all} (a subscription pays)`
  if (usage.imputed_usd === 0) return all
  return `${all}, including ${formatUsd(usage.imputed_usd)} that a subscription pays`
}

function tokenRow({ tokens, usage }: Summary): readonly Row[] {
  if (tokens === 0) return []
  const parts = [
    ['in', usage.input_tokens],
    ['out', usage.output_tokens],
    ['read from the cache', usage.cache_read_tokens],
    ['written to the cache', usage.cache_write_tokens],
  ] as const
  const kinds = parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatTokens(count)} ${name}`)
  return [['tokens', `${formatTokens(tokens)} (${kinds.join(', ')})`]]
}

function lostRow({ cost_not_landed_usd: lost, results }: Summary): readonly Row[] {
  if (lost === null || lost === 0) return []
  const estimated = results
    .filter(({ status }) => status !== 'landed')
    .reduce((sum, { estimated_usd }) => sum + estimated_usd, 0)
  const mark = sayEstimated({ spentUsd: lost, estimatedUsd: estimated, limitUsd: null })
  return [['not landed', `${formatUsd(lost)} went into work that has not landed${mark}`]]
}

/** The tasks that cost the most. */
export function mostExpensive({ results }: Summary): readonly string[] {
  const top = results
    .filter(({ cost_usd }) => cost_usd !== null && cost_usd > 0)
    .toSorted((a, b) => b.cost_usd! - a.cost_usd!)
    .slice(0, 3)
  if (top.length === 0) return []
  const width = Math.max(...top.map(({ id }) => id.length))
  return [
    '',
    '  most expensive tasks',
    ...top.map((one) => `    ${one.id.padEnd(width)}  ${sayTask(one)}`),
  ]
}

const sayTask = ({ cost_usd, estimated_usd, tokens, model, agent, status }: Result): string =>
  [
    formatCost(cost_usd!, estimated_usd),
    `${formatTokens(tokens)} tokens`,
    ...[model ?? agent].filter((name) => name !== null),
    ...(status === 'landed' ? [] : [status]),
  ].join(', ')
