/** What a delivery that is to land waits for in its stack, in words. */
import { heldBelow } from '../../landing/landing-order.ts'
import { stateOf, type Run } from '../../run/run.ts'
import type { TaskState } from '../../run/task-state.ts'
import { conductorLine } from '../../text/command-line.ts'
import type { TaskId } from '../../value/ids.ts'

/** Follows the name of the task; null when the task can land, or is not to land. */
export function sayHeldBelow(run: Run, task: TaskId): string | null {
  const { is } = stateOf(run, task)
  const below = is === 'landing' || is === 'review' ? heldBelow(run, task) : null
  return below === null ? null : `lands after ${below}, which ${sayHolding(run, below)}`
}

/** One sentence per task that cannot land yet; empty when all of them can. */
export const sayAllHeldBelow = (run: Run, tasks: readonly TaskId[]): string =>
  tasks
    .flatMap((task) => sayHeldBelow(run, task)?.replace(/^/, ` ${task} `) ?? [])
    .map((sentence) => `${sentence}.`)
    .join('')

function sayHolding(run: Run, below: TaskId): string {
  const state: TaskState = stateOf(run, below)
  if (state.is === 'review' && state.trouble.is === 'approval')
    return `waits for your approval: ${conductorLine('approve', below)}`
  return state.is === 'review' || state.is === 'stuck'
    ? `needs you: ${conductorLine('explain', below)}`
    : `is ${state.is}`
}
