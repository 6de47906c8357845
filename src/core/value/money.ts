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
