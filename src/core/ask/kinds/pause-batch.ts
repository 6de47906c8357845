/** Pauses a batch: none of its tasks starts before it is unpaused. */
import type { Fact } from '../../run/event.ts'
import { accept } from '../answer.ts'
import { askKind, type AskHelp } from '../ask-kind.ts'
import { unknownBatch, waitingIn } from '../batches.ts'

export const pauseBatch = askKind({
  ask: 'pause-batch',
  fields: { batch: 'batch' },
  answer(run, { batch }) {
    const paused: readonly Fact[] = run.pausedBatches.has(batch)
      ? []
      : [{ type: 'batch-paused', batch }]
    return unknownBatch(run, batch) ?? accept(paused, waitingIn(run, batch))
  },
  say: ({ batch }) =>
    `Batch ${batch + 1} is paused: its working tasks continue, nothing new of it starts.`,
  undo: (_, { batch }) => ({ ask: 'unpause-batch', batch }),
})

export const pauseBatchHelp: AskHelp<typeof pauseBatch> = {
  by: 'people',
  does: 'pause one batch: its working tasks continue, nothing new of it starts',
  sayNext: ({ batch }) => `Continue with: conductor resume --batch ${batch + 1}`,
  commands: ['pause'],
  tool: 'pause_run',
}
