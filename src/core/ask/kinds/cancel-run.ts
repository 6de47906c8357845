/** Cancels the whole run. */
import type { Fact } from '../../run/event.ts'
import { stateOf, tasksWhere } from '../../run/run.ts'
import { isOver } from '../../run/task-state.ts'
import { firstFew } from '../../say/say-wait.ts'
import type { TaskId } from '../../value/ids.ts'
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const cancelRun = askKind({
  ask: 'cancel-run',
  fields: {},
  whileCancelled: true,
  answer(run) {
    const open = tasksWhere(run, (state) => !isOver(state)).map(({ id }) => id)
    const working = open.filter((id) => stateOf(run, id).is === 'working')
    const stops = working.map((task): Fact => ({ type: 'stop-asked', task, as: 'cancelled' }))
    return accept(run.cancelled ? stops : [{ type: 'run-cancelled' }, ...stops], open)
  },
  isAlreadySo: (run) => run.cancelled || run.ended?.status === 'cancelled',
  say(_, affected, look) {
    const run = look()
    const isStopping = (task: TaskId): boolean => stateOf(run, task).is === 'working'
    const cancelled = affected.filter((task) => !isStopping(task))
    return [
      ...sayThem('Cancelled', affected.length === 0 ? ['nothing was left'] : cancelled),
      ...sayThem('Being stopped', affected.filter(isStopping)),
    ].join(' ')
  },
})

const sayThem = (word: string, tasks: readonly string[]): readonly string[] =>
  tasks.length === 0 ? [] : [`${word}: ${firstFew(tasks)}.`]

export const cancelRunHelp: AskHelp = {
  by: 'people',
  does: 'cancel the whole run',
  note: 'Working tasks are stopped; their work stays.',
  goesOn: true,
  commands: ['cancel'],
  tool: 'cancel',
  noUndo: 'a run that is over comes back task by task, with retry',
}
