/** How likely something is, in words that stay the same when a few commits move the number a little. */
export function sayLikely(chance: number): string {
  if (chance >= 0.95) return 'almost certain'
  const tens = Math.round(chance * 10) * 10
  return tens < 10 ? 'unlikely' : `about ${tens} % likely`
}

/** What people should know about such numbers. */
export const ABOUT_CHANCES =
  'estimated from the commits of this repository, and rounded; they change a little with new commits'

/** What follows from the files that tasks name is certain, and no chance. */
export const isByChance = ({ probability }: { readonly probability: number }): boolean =>
  probability > 0 && probability < 1
