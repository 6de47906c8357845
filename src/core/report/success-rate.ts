/** How much of a run has gone well; the only place that defines success. */
import type { Run } from '../run/run.ts'

/**
 * The share of landed tasks among the decided ones: landed, failed, cancelled, skipped, or waiting for a person. At the end these are
 * all tasks. null: no task has been decided yet.
 */
export function successRate({ counts }: Pick<Run, 'counts'>): number | null {
  const { landed, failed, skipped, cancelled, review, stuck } = counts
  const decided = landed + failed + skipped + cancelled + review + stuck
  return decided === 0 ? null : landed / decided
}
