/** How much of a run has gone well; the only place that says what success is. */
import type { Run } from '../run/run.ts'

/**
 * The share of landed tasks, of those it has been decided about: landed, given up, or in the hands of a person.
 * At the end these are all tasks. null: nothing has been decided yet.
 */
export function successRate({ counts }: Pick<Run, 'counts'>): number | null {
  const { landed, failed, skipped, cancelled, review, stuck } = counts
  const decided = landed + failed + skipped + cancelled + review + stuck
  return decided === 0 ? null : landed / decided
}
