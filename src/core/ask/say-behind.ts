/** How many tasks share the fate of one, in words. */
import { waitingBehind } from '../run/behind.ts'
import type { Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import type { TaskId } from '../value/ids.ts'

/** After what is said of the first one; empty: there is none behind it. */
export function andBehind([, ...behind]: readonly TaskId[]): string {
  const { length } = behind
  if (length === 0) return ''
  return ` ${sayCount(length, 'task')} behind it ${length === 1 ? 'is' : 'are'} affected too.`
}

/** Before it is asked. */
export function withThoseBehind(run: Run, task: TaskId, question: string): string {
  const { length } = waitingBehind(run, task)
  return length === 0
    ? question
    : `${question} ${sayCount(length, 'task')} behind it will be skipped too.`
}
