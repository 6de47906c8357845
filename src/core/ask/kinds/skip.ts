/** Skips a waiting task and the tasks behind it. */
import { openBehind, skipDependents } from '../../run/dependent-tasks.ts'
import type { Fact } from '../../run/event.ts'
import { stateOf } from '../../run/run.ts'
import { only } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'
import { andBehind, withThoseBehind } from '../../say/say-dependents.ts'

export const skip = askKind({
  ask: 'skip',
  fields: { task: 'task' },
  answer(run, { task }) {
    const behind = openBehind(run, task)
    const facts: Fact[] = [
      { type: 'tasks-skipped', tasks: [task], because: { is: 'asked' } },
      ...skipDependents(run, task),
    ]
    const answer = only(run, task, ['waiting'], facts)
    return answer.accepted ? { ...answer, affected: [task, ...behind] } : answer
  },
  isAlreadySo: (run, { task }) => stateOf(run, task).is === 'skipped',
  say: ({ task }, affected) => `Skipped ${task}.${andBehind(affected)}`,
  undo: (_, { task }) => ({ ask: 'retry', task }),
  buttons: { skip: 's' },
  offer(run, task) {
    if (stateOf(run, task).is !== 'waiting') return []
    const confirm = withThoseBehind(run, task, `Skip "${task}"?`)
    const ask = { ask: 'skip', task } as const
    return [{ ...PLAIN, name: 'skip', label: 'Skip it', ask, confirm }]
  },
})

export const skipHelp: AskHelp = {
  by: 'people',
  does: 'skip a waiting task, and the tasks that depend on it',
  goesOn: true,
  commands: ['skip'],
  tool: 'skip_task',
  toolNote: 'retry_task brings it back. To stop one that works, use cancel.',
}
