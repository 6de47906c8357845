/** Lands what a task delivered, even if it failed or was cancelled, and brings back the tasks skipped because of it. */
import { skippedDependents } from '../../run/dependent-tasks.ts'
import type { Fact } from '../../run/event.ts'
import { deliveryOf, stateOf } from '../../run/run.ts'
import { isInConflict } from '../../landing/landing-queue.ts'
import { isLost } from '../../run/task-state.ts'
import { sayAllHeldBelow } from '../../say/landing/say-held-below.ts'
import { accept, refuse, whyNotBack, wrongState } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'
import { andBehind } from '../../say/say-dependents.ts'

export const land = askKind({
  ask: 'land',
  fields: { task: 'task' },
  afterEnd: true,
  answer(run, { task }) {
    const state = stateOf(run, task).is
    if (state !== 'review' && !isLost(state)) return refuse(wrongState(run, task))
    if (deliveryOf(run, task) === null) return refuse({ is: 'nothing-delivered', task })
    const blocking = whyNotBack(run, task)
    if (blocking !== null) return refuse(blocking)
    const behind = skippedDependents(run, task)
    const reset: readonly Fact[] = behind.length > 0 ? [{ type: 'tasks-reset', tasks: behind }] : []
    return accept([{ type: 'landing-asked', task }, ...reset], [task, ...behind])
  },
  isAlreadySo: (run, { task }) => ['landing', 'landed'].includes(stateOf(run, task).is),
  say: ({ task }, affected, look) =>
    `Landing ${task}.${andBehind(affected)}${sayAllHeldBelow(look(), [task])}`,
  buttons: { land: 'a', 'land-worktree': 'w' },
  offer(run, task) {
    const state = stateOf(run, task)
    const button = { ...PLAIN, name: 'land', label: 'Land it', ask: { ask: 'land', task } } as const
    // It can land only if somebody has resolved its conflict there, so this is never the first thing to do.
    if (isInConflict(run, task))
      return [{ ...button, name: 'land-worktree', label: 'Land its worktree' }]
    if (state.is === 'review') return [button]
    const confirm = `Land the work of "${task}", although it did not succeed?`
    return isLost(state.is) ? [{ ...button, label: 'Land its work', confirm }] : []
  },
})

export const landHelp: AskHelp = {
  by: 'people',
  does: 'merge, check and land the delivery of a task',
  note: 'Also lands the work that a failed or cancelled task left on its branch, without another attempt.',
  goesOn: true,
  commands: ['merge'],
  tool: 'merge_task',
  toolNote:
    'For example when a person has resolved the conflict in its worktree. Look at diff_task first.',
  noUndo: 'landed work is undone with git revert',
}
