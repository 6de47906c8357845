/** Costs in words. A cost that is not known is never shown as zero. */
import type { CostGroup } from '../costs/cost-cells.ts'
import type { CostFigures } from '../costs/costs.ts'
import { formatUsd } from '../value/money.ts'

/** `~`: a part of it is estimated. */
export function sayCostOf({
  cost_usd: usd,
  cost_is_partial: isPartial,
  estimated_usd: estimated,
}: Pick<CostFigures, 'cost_usd' | 'cost_is_partial' | 'estimated_usd'>): string {
  if (usd === null) return 'not known'
  const mark = estimated > 0 ? '~' : ''
  return `${isPartial ? 'at least ' : ''}${mark}${formatUsd(usd)}`
}

/** A task of one of several runs is named with its run. */
export function sayCostGroup({ is, name, run }: CostGroup): string {
  switch (is) {
    case 'planning':
      return '(planning)'
    case 'command':
      return '(commands)'
    case 'unknown':
      return '(not named)'
    case 'task':
      return run === null ? (name ?? '') : `run ${run}: ${name}`
    case 'agent':
    case 'model':
    case 'day':
      return name ?? ''
  }
}
