/** An agent speaks for itself: it asks, or says how far it is. */
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'
import { attemptIsOver, isAtWork } from '../at-work.ts'

export const hear = askKind({
  ask: 'hear',
  fields: { attempt: 'attempt', sign: 'sign' },
  whileCancelled: true,
  /** The supervision of the attempt hears what it says; here it is only made sure that it is at work. */
  answer: (run, { attempt }) => (isAtWork(run, attempt) ? accept([]) : attemptIsOver(attempt)),
  say: () => 'Heard.',
})

export const hearHelp: AskHelp = {
  by: 'agents',
  does: 'say for an agent at work what it asks, or how far it is',
  commands: ['session'],
  tool: 'ask_human',
  noUndo: 'what was said was said',
}
