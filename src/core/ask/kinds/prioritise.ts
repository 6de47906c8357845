/** Makes a waiting task more or less urgent. */
import type { Priority } from '../../plan/plan.ts'
import { stateOf, taskOf } from '../../run/run.ts'
import type { TaskId } from '../../value/ids.ts'
import { only } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'

const URGENCY: Readonly<Record<number, string>> = {
  1: ', the most urgent',
  5: ', the least urgent',
}

export const prioritise = askKind({
  ask: 'prioritise',
  fields: { task: 'task', priority: 'priority' },
  answer: (run, { task, priority }) =>
    only(run, task, ['waiting'], [{ type: 'priority-changed', task, priority }]),
  say: ({ task, priority }) => `${task} now has priority ${priority}${URGENCY[priority] ?? ''}.`,
  undo: (run, { task }) => ({ ask: 'prioritise', task, priority: taskOf(run, task).priority }),
  buttons: { sooner: 'u', later: 'o' },
  offer(run, task) {
    if (stateOf(run, task).is !== 'waiting') return []
    const { priority } = taskOf(run, task)
    const sooner = { ...PLAIN, name: 'sooner', label: 'Make it urgent' } as const
    const later = { ...PLAIN, name: 'later', label: 'Let others go first' } as const
    return [
      ...(priority > 1 ? [{ ...sooner, ask: to(task, 1) }] : []),
      ...(priority < 5 ? [{ ...later, ask: to(task, 5) }] : []),
    ]
  },
})

export const prioritiseHelp: AskHelp = {
  by: 'people',
  does: 'make a waiting task more or less urgent: high, medium, low or 1 to 5',
  commands: ['prioritise'],
  tool: { none: 'change_task changes the priority, too' },
}

const to = (task: TaskId, priority: Priority) => ({ ask: 'prioritise', task, priority }) as const
