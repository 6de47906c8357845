/** Gives the whole run up. */
import type { Fact } from '../../run/event.ts'
import { stateOf } from '../../run/run.ts'
import { isOver } from '../../run/task-state.ts'
import { sayCount } from '../../say/say-count.ts'
import { accept } from '../answer.ts'
import { askKind } from '../ask-kind.ts'

const MOST_NAMED = 10

export const cancelRun = askKind({
  ask: 'cancel-run',
  fields: {},
  by: 'people',
  does: 'give up the whole run',
  note: 'What works is stopped; what was made stays.',
  commands: ['cancel'],
  tool: 'cancel',
  goesOn: true,
  answer(run) {
    const open = run.plan.tasks.filter((_, i) => !isOver(run.states[i]!)).map((task) => task.id)
    const working = open.filter((id) => stateOf(run, id).is === 'working')
    const stops = working.map((task): Fact => ({ type: 'stop-asked', task, as: 'cancelled' }))
    return accept(run.cancelled ? stops : [{ type: 'run-cancelled' }, ...stops], open)
  },
  isAlreadySo: (run) => run.cancelled || run.ended?.status === 'cancelled',
  say(_, tasks) {
    const more = tasks.length - MOST_NAMED
    const rest = more > 0 ? [sayCount(more, 'more task')] : []
    const named = [...tasks.slice(0, MOST_NAMED), ...rest].join(', ')
    return `Cancelled: ${named || 'nothing was left'}.`
  },
  undo: { none: 'a run that is over comes back task by task, with retry' },
})
