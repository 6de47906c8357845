/** The name of a task in a report: its issue, if it has one. */
import type { Task } from '../core/plan/plan.ts'

export const label = (task: Task): string => (task.issue === null ? task.id : `#${task.issue}`)
