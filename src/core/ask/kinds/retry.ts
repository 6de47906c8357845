/** Retries a task that is over, and brings back the tasks that were skipped because of it or of a task behind it. */
import { skippedDependents } from '../../run/dependent-tasks.ts'
import { stateOf } from '../../run/run.ts'
import { isLost } from '../../run/task-state.ts'
import { firstFew } from '../../say/say-wait.ts'
import { accept, refuse, whyNotBack, wrongState } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'

export const retry = askKind({
  ask: 'retry',
  fields: { task: 'task' },
  afterEnd: true,
  answer(run, { task }) {
    if (!isLost(stateOf(run, task).is)) return refuse(wrongState(run, task))
    const blocking = whyNotBack(run, task)
    if (blocking !== null) return refuse(blocking)
    const tasks = [task, ...skippedDependents(run, task)]
    return accept([{ type: 'tasks-reset', tasks }], tasks)
  },
  isAlreadySo: (run, { task }) => ['waiting', 'working'].includes(stateOf(run, task).is),
  say: (_, affected) => `Trying ${firstFew(affected)} again.`,
  buttons: { retry: 'r' },
  offer: (run, task) =>
    isLost(stateOf(run, task).is)
      ? [{ ...PLAIN, name: 'retry', label: 'Try again', ask: { ask: 'retry', task } }]
      : [],
})

export const retryHelp: AskHelp = {
  by: 'people',
  does: 'retry a task, and the tasks that were skipped because of it',
  note: 'For a task that failed, was cancelled or skipped; even when the run is over.',
  goesOn: true,
  commands: ['retry'],
  tool: 'retry_task',
  noUndo: 'an agent may be working on it already; cancel ends it',
}
