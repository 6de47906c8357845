/** The state of a task, to follow its name in a sentence. */
import type { TaskStatus } from '../run/task-state.ts'

export const SAID_STATES: Readonly<Record<TaskStatus, string>> = {
  waiting: 'is waiting',
  working: 'is working',
  landing: 'is landing',
  review: 'is waiting for review',
  stuck: 'is stuck',
  landed: 'has landed',
  failed: 'has failed',
  skipped: 'was skipped',
  cancelled: 'was cancelled',
}
