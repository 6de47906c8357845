/** Gives guidance to the agent that works on a task, now or next. */
import { overBudget } from '../../agent/budget.ts'
import type { Fact } from '../../run/event.ts'
import { stateOf, type Run } from '../../run/run.ts'
import { sayGuided } from '../../say/say-guidance.ts'
import type { TaskId } from '../../value/ids.ts'
import { only } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

const WORDS = 'What its agent should know'

export const guide = askKind({
  ask: 'guide',
  fields: { task: 'task', text: 'words' },
  answer: (run, { task, text }) =>
    only(run, task, ['waiting', 'working', 'stuck'], guidanceFor(run, task, text)),
  say: ({ task, text }, _, look) => sayGuided(look(), task, text),
  buttons: { guide: 't' },
  offer(run, task) {
    const state = stateOf(run, task)
    const button = { name: 'guide', ask: null, withWords, confirm: null } as const
    if (state.is === 'waiting' || state.is === 'working')
      return [{ ...button, label: 'Send a message to its agent', words: WORDS }]
    const isAsked = state.is === 'stuck' && state.why.is === 'question'
    return isAsked ? [{ ...button, label: 'Answer it', words: 'Your answer' }] : []
  },
})

export const guideHelp: AskHelp = {
  by: 'people',
  does: 'send a message to the agent of a task, even while it works, or answer its question',
  note: 'A stuck task continues with it; a working agent gets it as soon as possible.',
  words: { are: WORDS, typed: 'conductor guide <task> "words"' },
  goesOn: true,
  commands: ['guide'],
  tool: 'guide_task',
  noUndo: 'its agent may have read it',
}

const withWords = (task: TaskId, text: string) => ({ ask: 'guide', task, text }) as const

/** V12: a task that has its answer but no budget left stays stuck, because of the budget. */
function guidanceFor(run: Run, task: TaskId, text: string): readonly Fact[] {
  const given: Fact = { type: 'guidance-given', task, text }
  const state = stateOf(run, task)
  const isAnswer = state.is === 'stuck' && state.why.is === 'question'
  const over = isAnswer ? overBudget(run, task) : null
  if (over?.of !== 'task') return [given]
  return [given, { type: 'task-stuck', task, why: { is: 'budget', ...over } }]
}
