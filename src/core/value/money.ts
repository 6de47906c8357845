/** Dollars, for people. */

/** Cents, or as many digits as it takes to show that it is not nothing. */
export const formatUsd = (usd: number): string =>
  usd > 0 && usd < 0.01 ? `$${usd.toPrecision(1)}` : `$${usd.toFixed(2)}`

/** Nobody should take for a bill what we have worked out ourselves. */
export function formatCost(usd: number, estimatedUsd: number): string {
  const [all, part] = [formatUsd(usd), formatUsd(estimatedUsd)]
  if (estimatedUsd <= 0) return all
  return all === part ? `${all} estimated` : `${all}, ${part} of it estimated`
}

/** What was spent of what may be; what was estimated is said in the same way. */
export function formatSpent({ spentUsd, estimatedUsd = 0, limitUsd }: SpentOf): string {
  if (limitUsd === null) return formatCost(spentUsd, estimatedUsd)
  const [first, ...rest] = formatCost(spentUsd, estimatedUsd).split(', ')
  return [`${first} of ${formatUsd(limitUsd)}`, ...rest].join(', ')
}

/** estimatedUsd: the part of it that no agent has said. Absent: none. */
export interface SpentOf {
  readonly spentUsd: number
  readonly estimatedUsd?: number
  /** null: there is no limit. */
  readonly limitUsd: number | null
}

/** For where figures are not shown: that it was spent is as sure as they are. */
export function sayEstimated({ spentUsd, estimatedUsd = 0 }: SpentOf): string {
  if (estimatedUsd <= 0) return ''
  return formatUsd(spentUsd) === formatUsd(estimatedUsd) ? ' (estimated)' : ' (partly estimated)'
}
