/** How many tasks of a run are over, in words to follow its success: ` (2 of 3 tasks are over)`. */
import type { Summary } from '../report/summary.ts'
import { sayCount } from './say-count.ts'

/** Empty when all tasks are over. A share of the tasks that are over says little while others need a person. */
export function sayTasksOver({ tasks }: Pick<Summary, 'tasks'>): string {
  const over = tasks.landed + tasks.failed + tasks.skipped + tasks.cancelled
  return over === tasks.total
    ? ''
    : ` (${over} of ${sayCount(tasks.total, 'task')} ${over === 1 ? 'is' : 'are'} over)`
}
