/** Lands a delivery with its conflict resolved by a person; the resolution is a commit that git has already. */
import { stateOf } from '../../run/run.ts'
import { accept, refuse, wrongState } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const resolve = askKind({
  ask: 'resolve',
  /** delivery: what the person saw. onto: the tip of the target that was merged. commit: the resolved merge of both. */
  fields: { task: 'task', delivery: 'commit', onto: 'commit', commit: 'commit' },
  answer(run, { task, delivery, onto, commit }) {
    const state = stateOf(run, task)
    if (state.is !== 'review') return refuse(wrongState(run, task))
    if (state.delivery.commit !== delivery) return refuse({ is: 'delivery-changed', task })
    return accept([{ type: 'landing-asked', task, resolved: { onto, commit } }], [task])
  },
  say: ({ task }) => `Resolved the conflict of ${task}.`,
})

export const resolveHelp: AskHelp = {
  by: 'people',
  does: 'resolve the merge conflict of a delivery, by hunks or whole files; the result is checked and lands',
  goesOn: true,
  commands: ['resolve'],
  tool: 'resolve_conflict',
  toolNote:
    'Your user chooses between the versions of a conflict, see show_conflicts; reject_task lets its agent resolve it.',
  noUndo: 'landed work is undone with git revert',
}
