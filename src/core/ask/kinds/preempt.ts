/** Stops a working task and puts it back in line. */
import { stateOf } from '../../run/run.ts'
import { only } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'

export const preempt = askKind({
  ask: 'preempt',
  fields: { task: 'task' },
  answer: (run, { task }) =>
    only(run, task, ['working'], [{ type: 'stop-asked', task, as: 'preempted' }]),
  isAlreadySo: (run, { task }) => stateOf(run, task).is === 'waiting',
  say: ({ task }) => `Stopping ${task}; it goes back into the queue.`,
  buttons: { preempt: 'p' },
  offer: (run, task) =>
    stateOf(run, task).is === 'working' && !run.stopAsked.has(task)
      ? [
          {
            ...PLAIN,
            name: 'preempt',
            label: 'Put it back into the queue',
            ask: { ask: 'preempt', task },
          },
        ]
      : [],
})

export const preemptHelp: AskHelp = {
  by: 'people',
  does: 'stop a working task and put it back into the queue',
  commands: ['preempt'],
  tool: { none: 'the scheduler and people decide the order of tasks' },
  noUndo: 'it starts again by itself',
}
