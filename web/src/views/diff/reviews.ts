/** What ends a review. These actions are in the bar below a diff, and nowhere else while the diff is shown. */
import type { ActionName } from '../../../../src/core/ask/ask.ts'

export const REVIEWS: ReadonlySet<ActionName> = new Set([
  'land',
  'land-worktree',
  'reject',
  'guide',
])
