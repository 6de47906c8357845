/** Messages of the commits that Conductor makes: for people, and so that Conductor finds the commits again. */
import type { AttemptId, RunId } from '../value/ids.ts'
import type { Task } from '../plan/plan.ts'

/** The message of the commit that lands a task. */
export const landingMessage = (task: Task, run: RunId, attempt: AttemptId): string =>
  [
    `Land ${titleOf(task)}`,
    '',
    `Conductor-Run: ${run}`,
    `Conductor-Task: ${task.id}`,
    `Conductor-Attempt: ${attempt}`,
    '',
  ].join('\n')

/** One line, because programs read what follows the first line. */
export const titleOf = ({ id, name }: Pick<Task, 'id' | 'name'>): string =>
  name === id ? id : `${id}: ${name.replaceAll(/\s+/g, ' ').trim()}`
