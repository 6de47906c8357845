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
  say: ({ batch }) => `Batch ${batch + 1} is paused: what works goes on, nothing of it starts.`,
  undo: (_, { batch }) => ({ ask: 'unpause-batch', batch }),
})

export const pauseBatchHelp: AskHelp<typeof pauseBatch> = {
  by: 'people',
  does: 'start nothing of one batch; what works goes on',
  sayNext: ({ batch }) => `Go on with: conductor resume --batch ${batch + 1}`,
  commands: ['pause'],
  tool: 'pause_run',
}
