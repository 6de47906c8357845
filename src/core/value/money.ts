/** Dollars, for people. */

/** Cents, or as many digits as are needed to show that the amount is not zero. */
export const formatUsd = (usd: number): string =>
  usd > 0 && usd < 0.01 ? `$${usd.toPrecision(1)}` : `$${usd.toFixed(2)}`

/** Says which part we estimated ourselves, so that nobody takes an estimate for a bill. */
export function formatCost(usd: number, estimatedUsd: number): string {
  const [all, part] = [formatUsd(usd), formatUsd(estimatedUsd)]
  if (estimatedUsd <= 0) return all
  return all === part ? `${all} estimated` : `${all}, ${part} of it estimated`
}

/** The amount spent and its limit; an estimated part is marked as in formatCost. */
export function formatSpent({ spentUsd, estimatedUsd = 0, limitUsd }: SpentOf): string {
  if (limitUsd === null) return formatCost(spentUsd, estimatedUsd)
  const [first, ...rest] = formatCost(spentUsd, estimatedUsd).split(', ')
  return [`${first} of ${formatUsd(limitUsd)}`, ...rest].join(', ')
}

/** estimatedUsd: the part that no agent has reported. Absent: none. */
export interface SpentOf {
  readonly spentUsd: number
  readonly estimatedUsd?: number
  /** null: there is no limit. */
  readonly limitUsd: number | null
}

/** For places that show no figures: says whether the amount spent is an estimate. */
export function sayEstimated({ spentUsd, estimatedUsd = 0 }: SpentOf): string {
  if (estimatedUsd <= 0) return ''
  return formatUsd(spentUsd) === formatUsd(estimatedUsd) ? ' (estimated)' : ' (partly estimated)'
}
