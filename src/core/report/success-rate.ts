/** How much of a run has gone well; the only place that defines success. */
import type { Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import type { Summary } from './summary.ts'

/**
 * The share of landed tasks among those that are over: landed, failed, skipped or cancelled. What works, waits or needs
 * a person is not counted. null: no task is over yet, so that success is not known.
 */
export function successRate({ counts }: Pick<Run, 'counts'>): number | null {
  const { landed, failed, skipped, cancelled } = counts
  const over = landed + failed + skipped + cancelled
  return over === 0 ? null : landed / over
}

/** ` (2 of 3 tasks are over)`; empty: all are. A share of the tasks that are over says little while others need a person. */
export function sayOver({ tasks }: Pick<Summary, 'tasks'>): string {
  const over = tasks.landed + tasks.failed + tasks.skipped + tasks.cancelled
  return over === tasks.total
    ? ''
    : ` (${over} of ${sayCount(tasks.total, 'task')} ${over === 1 ? 'is' : 'are'} over)`
}
