/** Lets a paused batch go on. */
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'
import { unknownBatch, waitingIn } from '../batches.ts'

export const unpauseBatch = askKind({
  ask: 'unpause-batch',
  fields: { batch: 'batch' },
  /** A batch that no longer exists since the plan was changed is unpaused, too: it may come back. */
  answer(run, { batch }) {
    if (run.pausedBatches.has(batch))
      return accept([{ type: 'batch-unpaused', batch }], waitingIn(run, batch))
    return unknownBatch(run, batch) ?? accept([])
  },
  say: ({ batch }) => `Resumed batch ${batch + 1}.`,
  undo: (_, { batch }) => ({ ask: 'pause-batch', batch }),
})

export const unpauseBatchHelp: AskHelp = {
  by: 'people',
  does: 'continue a paused batch',
  goesOn: true,
  commands: ['resume'],
  tool: 'resume_run',
}
