/** Cancels a task for good. */
import { openBehind, skipDependents } from '../../run/dependent-tasks.ts'
import type { Fact } from '../../run/event.ts'
import { stateOf, type Run } from '../../run/run.ts'
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
  /** To try a failed task again costs money, so no Undo does it. */
  undo: (run, { task }) => (stateOf(run, task).is === 'failed' ? null : { ask: 'retry', task }),
  buttons: { cancel: 'c' },
  offer(run, task, now) {
    const question = questionBefore(run, task, now)
    if (question === null) return []
    const confirm = withThoseBehind(run, task, question)
    const ask = { ask: 'cancel', task } as const
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

/** The confirmation question; null when the task has no button: it waits and can be skipped, needs nobody any more, or is being stopped. */
function questionBefore(run: Run, task: TaskId, now: number): string | null {
  const state = stateOf(run, task)
  switch (state.is) {
    case 'working': {
      const worked = formatDuration(Math.round((now - state.since) / 1000))
      return run.stopAsked.has(task) ? null : `Cancel "${task}" after ${worked} of work?`
    }
    case 'stuck':
      return `Cancel "${task}"?`
    case 'landing':
      return `Cancel "${task}", which is being merged and checked?`
    case 'review':
      return `Cancel the delivery of "${task}"?`
    case 'failed':
      return `Cancel "${task}", so that it no longer needs you? Its work stays.`
    default:
      return null
  }
}
