/** The message of the commit that brings a task into the target: for people, and to be found again. */
import type { AttemptId, RunId } from './ids.ts'
import type { Task } from './plan.ts'

export function landingMessage(task: Task, run: RunId, attempt: AttemptId): string {
  const title = task.name === task.id ? task.id : `${task.id}: ${oneLine(task.name)}`
  return [
    `Land ${title}`,
    '',
    `Conductor-Run: ${run}`,
    `Conductor-Task: ${task.id}`,
    `Conductor-Attempt: ${attempt}`,
    '',
  ].join('\n')
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
