/** What commits that we make are called: for people, and to be found again. */
import type { AttemptId, RunId } from '../value/ids.ts'
import type { Task } from '../plan/plan.ts'

/** Of the commit that brings a task into the target. */
export const landingMessage = (task: Task, run: RunId, attempt: AttemptId): string =>
  [
    `Land ${titleOf(task)}`,
    '',
    `Conductor-Run: ${run}`,
    `Conductor-Task: ${task.id}`,
    `Conductor-Attempt: ${attempt}`,
    '',
  ].join('\n')

/** In one line: what stands below the first is read by programs. */
export const titleOf = ({ id, name }: Pick<Task, 'id' | 'name'>): string =>
  name === id ? id : `${id}: ${name.replaceAll(/\s+/g, ' ').trim()}`
