/** Nothing new starts; what works goes on. */
import { accept } from '../answer.ts'
import { askKind } from '../ask-kind.ts'

export const pause = askKind({
  ask: 'pause',
  fields: {},
  by: 'people',
  does: 'start nothing new; what works goes on',
  commands: ['pause'],
  tool: 'pause_run',
  toolNote: 'resume_run goes on.',
  answer: (run) => accept(run.paused ? [] : [{ type: 'run-paused' }]),
  say: () => 'Paused: what works goes on, nothing new starts.',
  sayNext: () => 'Go on with: conductor resume',
  undo: () => ({ ask: 'unpause' }),
})
