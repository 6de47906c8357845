/** Sets what a task, or the run, may spend. */
import { changeBudget } from '../../agent/budget.ts'
import { stateOf, taskOf } from '../../run/run.ts'
import type { TaskId } from '../../value/ids.ts'
import { formatUsd } from '../../value/money.ts'
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

const WORDS = 'Its total budget in USD'

export const budget = askKind({
  ask: 'budget',
  /** task null: the budget of the run. */
  fields: { task: 'task-or-null', usd: 'usd' },
  answer: (run, { task, usd }) => accept(changeBudget(run, task, usd), task === null ? [] : [task]),
  say: ({ task, usd }) =>
    `${task ?? 'The run'} may spend ${usd === null ? 'without limit' : formatUsd(usd)}.`,
  undo: (run, { task }) => ({
    ask: 'budget',
    task,
    usd: task === null ? run.budgetUsd : taskOf(run, task).budgetUsd,
  }),
  buttons: { budget: 'e' },
  /** Not offered when the budget of the whole run is spent, because then more money for one task does not help. */
  offer(run, task) {
    const state = stateOf(run, task)
    const isSpent = state.is === 'stuck' && state.why.is === 'budget' && state.why.of === 'task'
    const button = { name: 'budget', label: 'Raise its budget', ask: null, confirm: null } as const
    return isSpent ? [{ ...button, words: WORDS, withWords }] : []
  },
})

export const budgetHelp: AskHelp = {
  by: 'people',
  does: 'set the budget of a task, or without a task of the run, for models, in US dollars',
  note: 'A task that is stuck because its budget is used up continues when the new budget is enough.',
  goesOn: true,
  commands: ['budget'],
  tool: 'set_budget',
}

const withWords = (task: TaskId, words: string) =>
  /^\d+(\.\d+)?$/.test(words) ? ({ ask: 'budget', task, usd: Number(words) } as const) : null
