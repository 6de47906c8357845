/** A run that was paused goes on. */
import { accept } from '../answer.ts'
import { askKind } from '../ask-kind.ts'

export const unpause = askKind({
  ask: 'unpause',
  fields: {},
  by: 'people',
  does: 'go on with a run that is paused, stopped or was cut off',
  note: 'In a process of its own if nobody conducts it.',
  commands: ['resume'],
  tool: 'resume_run',
  goesOn: true,
  answer: (run) => accept(run.paused ? [{ type: 'run-unpaused' }] : []),
  say: () => 'Going on.',
  undo: () => ({ ask: 'pause' }),
})
