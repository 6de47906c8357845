/** What a delivery that is to land waits for in its stack, in words. */
import { heldBelow } from '../landing/landing-order.ts'
import { stateOf, type Run } from '../run/run.ts'
import type { TaskState } from '../run/task-state.ts'
import { conductorLine } from '../text/command-line.ts'
import type { TaskId } from '../value/ids.ts'

/** Without its subject, after which it follows; null: it can land, or is not to. */
export function sayHeldBelow(run: Run, task: TaskId): string | null {
  const { is } = stateOf(run, task)
  const below = is === 'landing' || is === 'review' ? heldBelow(run, task) : null
  return below === null ? null : `lands after ${below}, which ${sayHolding(run, below)}`
}

/** As a sentence of its own, after what is said of tasks that are to land; empty: all of them can. */
export const sayAllHeldBelow = (run: Run, tasks: readonly TaskId[]): string =>
  tasks
    .flatMap((task) => sayHeldBelow(run, task)?.replace(/^/, ` ${task} `) ?? [])
    .map((said) => `${said}.`)
    .join('')

function sayHolding(run: Run, below: TaskId): string {
  const state: TaskState = stateOf(run, below)
  if (state.is === 'review' && state.trouble.is === 'approval')
    return `waits for your approval: ${conductorLine('approve', below)}`
  return state.is === 'review' || state.is === 'stuck'
    ? `needs you: ${conductorLine('explain', below)}`
    : `is ${state.is}`
}
