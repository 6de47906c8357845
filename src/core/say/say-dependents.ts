/** Says how many tasks behind a task are affected with it. */
import { openBehind } from '../run/dependent-tasks.ts'
import type { Run } from '../run/run.ts'
import { sayCount } from './say-count.ts'
import type { TaskId } from '../value/ids.ts'

/** A sentence to append to what is said of the first task; empty when no task is behind it. */
export function andBehind([, ...behind]: readonly TaskId[]): string {
  const { length } = behind
  if (length === 0) return ''
  return ` ${sayCount(length, 'dependent task')} ${length === 1 ? 'is' : 'are'} affected too.`
}

/** The confirmation question before a task is cancelled or skipped, with the number of tasks behind it. */
export function withThoseBehind(run: Run, task: TaskId, question: string): string {
  const { length } = openBehind(run, task)
  return length === 0
    ? question
    : `${question} ${sayCount(length, 'dependent task')} will be skipped too.`
}
