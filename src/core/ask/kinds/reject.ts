/** Sends a delivery back; the next attempt goes on from it and is told why. */
import { stateOf } from '../../run/run.ts'
import { aimOf } from '../../run/task-state.ts'
import { shortenQuote } from '../../text/shorten-quote.ts'
import type { TaskId } from '../../value/ids.ts'
import { only } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

const WORDS = 'What should be done differently'

export const reject = askKind({
  ask: 'reject',
  fields: { task: 'task', why: 'words' },
  answer: (run, { task, why }) =>
    only(run, task, ['review'], [{ type: 'task-sent-back', task, why }]),
  isAlreadySo(run, { task, why }) {
    const state = stateOf(run, task)
    const aim = 'purpose' in state ? aimOf(state.purpose) : null
    return aim?.is === 'redo' && aim.why === why
  },
  say: ({ task, why }) => `Sent ${task} back: ${shortenQuote(why)}`,
  buttons: { reject: 'b' },
  offer: (run, task) =>
    stateOf(run, task).is === 'review'
      ? [
          {
            name: 'reject',
            label: 'Send it back',
            ask: null,
            words: WORDS,
            withWords,
            confirm: null,
          },
        ]
      : [],
})

export const rejectHelp: AskHelp = {
  by: 'people',
  does: 'send a delivery back; the next attempt continues from it and gets your reason',
  words: { are: WORDS, typed: 'conductor reject <task> "why"' },
  goesOn: true,
  commands: ['reject'],
  tool: 'reject_task',
  noUndo: 'an agent may be working on it again',
}

const withWords = (task: TaskId, why: string) => ({ ask: 'reject', task, why }) as const
