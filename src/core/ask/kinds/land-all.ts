/** Lands every delivery that is in review. */
import { tasksWhere } from '../../run/run.ts'
import type { Fact } from '../../run/event.ts'
import { sayAllHeldBelow } from '../../say/landing/say-held-below.ts'
import { firstFew } from '../../say/say-wait.ts'
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const landAll = askKind({
  ask: 'land-all',
  fields: {},
  answer(run) {
    const tasks = tasksWhere(run, ({ is }) => is === 'review').map(({ id }) => id)
    return accept(
      tasks.map((task): Fact => ({ type: 'landing-asked', task })),
      tasks,
    )
  },
  say: (_, affected, look) => `Landing ${firstFew(affected)}.${sayAllHeldBelow(look(), affected)}`,
})

export const landAllHelp: AskHelp = {
  by: 'people',
  does: 'land everything that is in review',
  goesOn: true,
  commands: ['merge'],
  tool: 'merge_task',
  noUndo: 'landed work is undone with git revert',
}
