/** How much of a run has gone well; the only place that defines success. */
import type { Run } from '../run/run.ts'

/**
 * The share of landed tasks among those that are over: landed, failed, skipped or cancelled. What works, waits or needs
 * a person is not counted. null: no task is over yet, so that success is not known.
 */
export function successRate({ counts }: Pick<Run, 'counts'>): number | null {
  const { landed, failed, skipped, cancelled } = counts
  const over = landed + failed + skipped + cancelled
  return over === 0 ? null : landed / over
}
