/** Lands everything that is in review. */
import type { Fact } from '../../run/event.ts'
import { accept } from '../answer.ts'
import { askKind } from '../ask-kind.ts'

export const landAll = askKind({
  ask: 'land-all',
  fields: {},
  by: 'people',
  does: 'land everything that is in review',
  commands: ['merge'],
  tool: 'merge_task',
  goesOn: true,
  answer(run) {
    const tasks = run.plan.tasks
      .filter((_, i) => run.states[i]!.is === 'review')
      .map(({ id }) => id)
    return accept(
      tasks.map((task): Fact => ({ type: 'landing-asked', task })),
      tasks,
    )
  },
  say: (_, affected) => `Landing ${affected.join(', ')}.`,
  undo: { none: 'what has landed is undone with git revert' },
})
