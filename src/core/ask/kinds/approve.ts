/** Lets a task start that needs a human first, or a delivery land that is in review. */
import { stateOf, taskOf } from '../../run/run.ts'
import { sayAllHeldBelow } from '../../say/landing/say-held-below.ts'
import { accept, only, refuse } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'

export const approve = askKind({
  ask: 'approve',
  fields: { task: 'task' },
  answer(run, { task }) {
    const { is } = stateOf(run, task)
    if (is === 'review') return accept([{ type: 'landing-asked', task }], [task])
    if (is === 'waiting' && !taskOf(run, task).needsHuman)
      return refuse({ is: 'needs-no-approval', task })
    return only(run, task, ['waiting'], [{ type: 'task-approved', task }])
  },
  isAlreadySo(run, { task }) {
    const { is } = stateOf(run, task)
    return is === 'landing' || is === 'landed' || run.approved.has(task)
  },
  say: ({ task }, _, look) => `Approved ${task}.${sayAllHeldBelow(look(), [task])}`,
  buttons: { approve: 'a' },
  /** For a task in review the `land` ask offers the button. */
  offer: (run, task) =>
    stateOf(run, task).is === 'waiting' && taskOf(run, task).needsHuman && !run.approved.has(task)
      ? [{ ...PLAIN, name: 'approve', label: 'Let it start', ask: { ask: 'approve', task } }]
      : [],
})

export const approveHelp: AskHelp = {
  by: 'people',
  does: 'approve the start of a task with needs_human, or the landing of a delivery in review',
  goesOn: true,
  commands: ['approve'],
  tool: 'approve_task',
  toolNote: 'Look at diff_task first.',
  noUndo: 'the task may have started, or the delivery landed',
}
