/** Pauses the run: no task starts, and working tasks go on. */
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const pause = askKind({
  ask: 'pause',
  fields: {},
  answer: (run) => accept(run.paused ? [] : [{ type: 'run-paused' }]),
  say: () => 'Paused: working tasks continue, nothing new starts.',
  undo: () => ({ ask: 'unpause' }),
})

export const pauseHelp: AskHelp = {
  by: 'people',
  does: 'pause the run: working tasks continue, nothing new starts',
  sayNext: () => 'Continue with: conductor resume',
  commands: ['pause'],
  tool: 'pause_run',
  toolNote: 'resume_run continues it.',
}
