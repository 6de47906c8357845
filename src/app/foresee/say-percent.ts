/** A share in percent, for people. */

/** 100 % only if nothing is missing, and 0 % only if there is nothing. */
export function percentOf(share: number): string {
  const rounded = Math.round(share * 100)
  const isRoundedUp = rounded === 100 && share < 1
  const isRoundedDown = rounded === 0 && share > 0
  return `${isRoundedUp ? 99 : isRoundedDown ? 1 : rounded} %`
}
