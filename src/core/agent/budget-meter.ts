/** What a run has spent of its budget, for the meters of the page and of the live view. */
import type { Run } from '../run/run.ts'
import { formatSpent, formatUsd } from '../value/money.ts'
import { estimatedIn, tokensOf } from './usage.ts'

export interface BudgetMeter {
  /** The amount and its limit, in words. */
  readonly says: string
  /** How much of the budget is spent, 0 to 1; null: there is no budget, or the cost is not known. */
  readonly share: number | null
  /** close: most of it is spent. spent: nothing new starts. */
  readonly level: 'fine' | 'close' | 'spent'
}

/** From this share on it is time to think about the budget. */
const CLOSE = 0.8

/** null: there is nothing to tell, as in a run of commands without a budget. */
export function budgetMeter({
  usage,
  budgetUsd,
}: Pick<Run, 'usage' | 'budgetUsd'>): BudgetMeter | null {
  const { costUsd } = usage
  const isUnknown = costUsd === null && tokensOf(usage) > 0
  if (costUsd === null && !isUnknown && budgetUsd === null) return null
  if (isUnknown) {
    const limit = budgetUsd === null ? '' : ` of ${formatUsd(budgetUsd)}`
    return { says: `unknown cost${limit}`, share: null, level: 'fine' }
  }
  const [spentUsd, estimatedUsd] = [costUsd ?? 0, estimatedIn(usage)]
  const says = formatSpent({ spentUsd, estimatedUsd, limitUsd: budgetUsd })
  if (budgetUsd === null) return { says, share: null, level: 'fine' }
  const share = budgetUsd === 0 ? 1 : Math.min(spentUsd / budgetUsd, 1)
  return { says, share, level: share >= 1 ? 'spent' : share >= CLOSE ? 'close' : 'fine' }
}
