/** The state of a task, to follow its name in a sentence; and the state of a run that has no coordinator. */
import type { Run } from '../run/run.ts'
import type { TaskStatus } from '../run/task-state.ts'
import { sayHindrance } from './say-hindrance.ts'

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

export function sayStoppedRun({ hindered, cancelled }: Run): string {
  if (hindered !== null) return `stopped, ${sayHindrance(hindered)}`
  return cancelled ? 'stopped while it was being cancelled' : 'stopped'
}
