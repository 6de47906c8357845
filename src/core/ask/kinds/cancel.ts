/** Cancels a task for good. */
import { openBehind, skipDependents } from '../../run/dependent-tasks.ts'
import type { Fact } from '../../run/event.ts'
import { stateOf, type Run } from '../../run/run.ts'
import type { TaskStatus } from '../../run/task-state.ts'
import { formatDuration } from '../../value/duration.ts'
import type { TaskId } from '../../value/ids.ts'
import { accept, only } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'
import { andBehind, withThoseBehind } from '../../say/say-dependents.ts'

export const cancel = askKind({
  ask: 'cancel',
  fields: { task: 'task' },
  whileCancelled: true,
  /** Cancelling a failed task after the run takes it off the list of what needs a person. */
  isForAfterEnd: (run, { task }) => stateOf(run, task).is === 'failed',
  /** A working task is cancelled when its process has ended, any other task at once. */
  answer(run, { task }) {
    const affected = [task, ...openBehind(run, task)]
    if (stateOf(run, task).is === 'working')
      return accept([{ type: 'stop-asked', task, as: 'cancelled' }], affected)
    const facts: Fact[] = [{ type: 'task-cancelled', task }, ...skipDependents(run, task)]
    const answer = only(run, task, ['waiting', 'landing', 'review', 'stuck', 'failed'], facts)
    return answer.accepted ? { ...answer, affected } : answer
  },
  isAlreadySo: (run, { task }) => stateOf(run, task).is === 'cancelled',
  say: ({ task }, affected, look) =>
    look().ended === null && stateOf(look(), task).is !== 'failed'
      ? `Cancelling ${task}.${andBehind(affected)}`
      : `Cancelled ${task}: it no longer needs you.`,
  undo: (_, { task }) => ({ ask: 'retry', task }),
  buttons: { cancel: 'c' },
  confirm: (run, { task }, now) => confirmation(run, task, now),
  offer(run, task, now) {
    if (!OFFERED.has(stateOf(run, task).is) || run.stopAsked.has(task)) return []
    const ask = { ask: 'cancel', task } as const
    const confirm = confirmation(run, task, now)
    return [{ ...PLAIN, name: 'cancel', label: 'Cancel task', ask, confirm }]
  },
})

export const cancelHelp: AskHelp = {
  by: 'people',
  does: 'cancel a task, and skip the tasks that depend on it; its work stays',
  note: 'It also cancels a failed task, even when the run is over: then the task no longer needs you.',
  goesOn: true,
  commands: ['cancel'],
  tool: 'cancel',
}

/** A task that waits has the button to skip it instead. */
const OFFERED: ReadonlySet<TaskStatus> = new Set(['working', 'stuck', 'landing', 'review'])

const confirmation = (run: Run, task: TaskId, now: number): string =>
  withThoseBehind(run, task, questionBefore(run, task, now))

function questionBefore(run: Run, task: TaskId, now: number): string {
  const state = stateOf(run, task)
  switch (state.is) {
    case 'working':
      return `Cancel "${task}" after ${formatDuration(Math.round((now - state.since) / 1000))} of work?`
    case 'landing':
      return `Cancel "${task}", which is being merged and checked?`
    case 'review':
      return `Cancel the delivery of "${task}"?`
    default:
      return `Cancel "${task}"?`
  }
}
