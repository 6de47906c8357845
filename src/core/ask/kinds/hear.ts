/** An agent reports for itself: it asks a question, or says how far it is. */
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'
import { attemptIsOver, isAtWork } from '../working-attempt.ts'

export const hear = askKind({
  ask: 'hear',
  fields: { attempt: 'attempt', sign: 'sign' },
  whileCancelled: true,
  /** The supervisor of the attempt takes in the report; this only checks that the attempt is at work. */
  answer: (run, { attempt }) => (isAtWork(run, attempt) ? accept([]) : attemptIsOver(attempt)),
  say: () => 'Heard.',
})

export const hearHelp: AskHelp = {
  by: 'agents',
  does: 'report the question or the progress of a working agent',
  commands: ['session'],
  tool: 'ask_human',
  noUndo: 'a report cannot be taken back',
}
