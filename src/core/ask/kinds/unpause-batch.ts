/** A batch that was paused goes on. */
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'
import { unknownBatch, waitingIn } from '../batches.ts'

export const unpauseBatch = askKind({
  ask: 'unpause-batch',
  fields: { batch: 'batch' },
  /** Also a batch that is gone since the plan was changed: it may come back. */
  answer(run, { batch }) {
    if (run.pausedBatches.has(batch))
      return accept([{ type: 'batch-unpaused', batch }], waitingIn(run, batch))
    return unknownBatch(run, batch) ?? accept([])
  },
  say: ({ batch }) => `Batch ${batch + 1} goes on.`,
  undo: (_, { batch }) => ({ ask: 'pause-batch', batch }),
})

export const unpauseBatchHelp: AskHelp = {
  by: 'people',
  does: 'let a batch go on that was paused',
  goesOn: true,
  commands: ['resume'],
  tool: 'resume_run',
}
