/** Cost, tokens and time as a table with small bars, for a terminal. */
import type { CostFigures, CostRow, Costs } from '../core/costs/costs.ts'
import { formatTokens } from '../core/agent/usage.ts'
import { sayCostGroup, sayCostOf } from '../core/say/say-cost.ts'
import { formatDuration } from '../core/value/duration.ts'
import { columns } from './columns.ts'
import type { Paint } from './paint.ts'

const MOST_ROWS = 40
const BAR = 20

export function sayCostTable(costs: Costs, of: string, style: Paint): string {
  const { by, rows, total } = costs
  if (rows.length === 0) return `No costs yet: no agent has worked in ${of}.`
  // The newest days matter most, and so do the most expensive of everything else.
  const shown = by === 'day' ? rows.slice(-MOST_ROWS) : rows.slice(0, MOST_ROWS)
  const hidden = rows.length - shown.length
  const cells = [
    [by, 'cost', 'tokens', 'time', 'attempts'],
    ...shown.map((row) => [sayCostGroup(row), ...figures(row)]),
    ['total', ...figures(total)],
  ]
  const lines = columns(cells)
  const most = Math.max(...shown.map(({ cost_usd }) => cost_usd ?? 0))
  return [
    `Costs of ${of}, by ${by}`,
    '',
    `  ${style.dim(lines[0]!)}`,
    ...shown.map((row, at) => `  ${lines[at + 1]!}  ${bar(row, most)}`.trimEnd()),
    ...(hidden > 0 ? [style.dim(`  and ${hidden} more: --json has all of them`)] : []),
    `  ${style.bold(lines.at(-1)!)}`,
    ...remarks(total),
  ].join('\n')
}

const figures = (of: CostFigures): readonly string[] => [
  sayCostOf(of),
  formatTokens(of.tokens),
  formatDuration(of.duration_s),
  String(of.attempts),
]

const bar = ({ cost_usd: usd }: CostRow, most: number): string =>
  usd === null || usd === 0 ? '' : '█'.repeat(Math.max(1, Math.round((usd / most) * BAR)))

/** What the figures leave out. */
function remarks(total: CostFigures): readonly string[] {
  const sentences = [
    ...(total.cost_usd === null
      ? ['The agents do not report their cost, and the prices of their models are not known.']
      : total.cost_is_partial
        ? ['The cost is higher: some agents do not report theirs.']
        : []),
    ...(total.estimated_usd > 0 ? ['~ means: estimated, from tokens and list prices.'] : []),
    ...(total.imputed_usd > 0 ? ['A subscription pays for some of it.'] : []),
  ]
  return sentences.length === 0 ? [] : ['', ...sentences]
}
