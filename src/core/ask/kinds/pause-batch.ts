/** Nothing of a batch starts before it is unpaused. */
import type { Fact } from '../../run/event.ts'
import { accept } from '../answer.ts'
import { askKind } from '../ask-kind.ts'
import { unknownBatch, waitingIn } from '../batches.ts'

export const pauseBatch = askKind({
  ask: 'pause-batch',
  fields: { batch: 'batch' },
  by: 'people',
  does: 'start nothing of one batch; what works goes on',
  commands: ['pause'],
  tool: 'pause_run',
  answer(run, { batch }) {
    const paused: readonly Fact[] = run.pausedBatches.has(batch)
      ? []
      : [{ type: 'batch-paused', batch }]
    return unknownBatch(run, batch) ?? accept(paused, waitingIn(run, batch))
  },
  say: ({ batch }) => `Batch ${batch + 1} is paused: what works goes on, nothing of it starts.`,
  sayNext: ({ batch }) => `Go on with: conductor resume --batch ${batch + 1}`,
  undo: (_, { batch }) => ({ ask: 'unpause-batch', batch }),
})
