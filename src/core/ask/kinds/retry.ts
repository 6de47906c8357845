/** Brings a task back that is over, and those that were skipped because of it or of something behind it. */
import { skippedBehind } from '../../run/behind.ts'
import { stateOf } from '../../run/run.ts'
import { isLost } from '../../run/task-state.ts'
import { accept, refuse, whyNotBack, wrongState } from '../answer.ts'
import { askKind, PLAIN } from '../ask-kind.ts'

export const retry = askKind({
  ask: 'retry',
  fields: { task: 'task' },
  by: 'people',
  does: 'try a task again, and those that were skipped because of it',
  note: 'For a task that failed, was cancelled or skipped; also when the run is over.',
  commands: ['retry'],
  tool: 'retry_task',
  afterEnd: true,
  goesOn: true,
  answer(run, { task }) {
    if (!isLost(stateOf(run, task).is)) return refuse(wrongState(run, task))
    const blocking = whyNotBack(run, task)
    if (blocking !== null) return refuse(blocking)
    const tasks = [task, ...skippedBehind(run, task)]
    return accept([{ type: 'tasks-reset', tasks }], tasks)
  },
  isAlreadySo: (run, { task }) => ['waiting', 'working'].includes(stateOf(run, task).is),
  say: (_, affected) => `Trying ${affected.join(', ')} again.`,
  undo: { none: 'an agent may be at work on it already; cancel gives it up' },
  buttons: { retry: 'r' },
  offer: (run, task) =>
    isLost(stateOf(run, task).is)
      ? [{ ...PLAIN, name: 'retry', label: 'Try again', ask: { ask: 'retry', task } }]
      : [],
})
