/** Lets a paused run go on. */
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const unpause = askKind({
  ask: 'unpause',
  fields: {},
  answer: (run) => accept(run.paused ? [{ type: 'run-unpaused' }] : []),
  say: () => 'The run continues.',
  undo: () => ({ ask: 'pause' }),
})

export const unpauseHelp: AskHelp = {
  by: 'people',
  does: 'continue a run that is paused, stopped or was cut off',
  note: 'In a separate process if the run is not being conducted.',
  goesOn: true,
  commands: ['resume'],
  tool: 'resume_run',
}
