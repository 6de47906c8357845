/** Pauses the run: no task starts, and working tasks go on. */
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const pause = askKind({
  ask: 'pause',
  fields: {},
  answer: (run) => accept(run.paused ? [] : [{ type: 'run-paused' }]),
  say: () => 'Paused: what works goes on, nothing new starts.',
  undo: () => ({ ask: 'unpause' }),
})

export const pauseHelp: AskHelp = {
  by: 'people',
  does: 'start nothing new; what works goes on',
  sayNext: () => 'Go on with: conductor resume',
  commands: ['pause'],
  tool: 'pause_run',
  toolNote: 'resume_run goes on.',
}
