/** How a task that is over, or waits in review, comes back: to be tried again, or to land as it is. */
import { accept, firstLostBefore, refuse, wrongState, type Answer, type Refusal } from './answer.ts'
import { skippedBehind } from '../run/behind.ts'
import type { Fact } from '../run/event.ts'
import type { TaskId } from '../value/ids.ts'
import { deliveryOf, stateOf, type Run } from '../run/run.ts'
import { isLost } from '../run/task-state.ts'

/** Brings back the task, and those that were skipped because of it or of something behind it. */
export function retry(run: Run, task: TaskId): Answer {
  const state = stateOf(run, task).is
  if (state !== 'failed' && state !== 'cancelled' && state !== 'skipped')
    return refuse(wrongState(run, task))
  const blocking = whyNotBack(run, task)
  if (blocking !== null) return refuse(blocking)
  const tasks = [task, ...skippedBehind(run, task)]
  return accept([{ type: 'tasks-reset', tasks }], tasks)
}

/** What failed or was cancelled comes back, with those that were skipped because of it. */
export function land(run: Run, task: TaskId): Answer {
  const state = stateOf(run, task).is
  if (state !== 'review' && !isLost(state)) return refuse(wrongState(run, task))
  if (deliveryOf(run, task) === null) return refuse({ is: 'nothing-delivered', task })
  const blocking = whyNotBack(run, task)
  if (blocking !== null) return refuse(blocking)
  const behind = skippedBehind(run, task)
  const reset: readonly Fact[] = behind.length > 0 ? [{ type: 'tasks-reset', tasks: behind }] : []
  return accept([{ type: 'landing-asked', task }, ...reset], [task, ...behind])
}

function whyNotBack(run: Run, task: TaskId): Refusal | null {
  const dependency = firstLostBefore(run, task)
  return dependency === null ? null : { is: 'dependency-not-landed', task, dependency }
}
