/** Lets a paused run go on. */
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'

export const unpause = askKind({
  ask: 'unpause',
  fields: {},
  answer: (run) => accept(run.paused ? [{ type: 'run-unpaused' }] : []),
  say: () => 'Going on.',
  undo: () => ({ ask: 'pause' }),
})

export const unpauseHelp: AskHelp = {
  by: 'people',
  does: 'go on with a run that is paused, stopped or was cut off',
  note: 'In a process of its own if nobody conducts it.',
  goesOn: true,
  commands: ['resume'],
  tool: 'resume_run',
}
