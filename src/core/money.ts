/** Dollars, for people. */

/** Cents, or as many digits as it takes to show that it is not nothing. */
export const formatUsd = (usd: number): string =>
  usd > 0 && usd < 0.01 ? `$${usd.toPrecision(1)}` : `$${usd.toFixed(2)}`
