/** The button that pauses a batch, or lets it go on. */
import { doAsk } from '../../act/do-ask.ts'
import { Button } from '../../parts/button.tsx'
import { batchAction, type BatchAction } from './batch-counts.ts'
import type { ShownPlan } from './use-plan.ts'

const LABELS: Readonly<Record<BatchAction, string>> = {
  pause: 'Pause',
  start: 'Start',
  resume: 'Resume',
}

export function BatchButton({
  plan: { shown, run, batches, drafted },
  batch,
}: {
  readonly plan: ShownPlan
  readonly batch: number
}) {
  // A draft may change the batches, so that they are not those of the run.
  const canAsk = shown.mode === 'live' && shown.conducted && drafted.changes.length === 0
  if (!canAsk) return null
  const action = batchAction(run, batches[batch]!, batch)
  if (action === null) return null
  const ask = action === 'pause' ? 'pause-batch' : 'unpause-batch'
  return (
    <Button
      kind={action === 'pause' ? 'plain' : 'primary'}
      aria-label={`${LABELS[action]} batch ${batch + 1}`}
      onClick={() => void doAsk(run, { ask, batch })}
    >
      {LABELS[action]}
    </Button>
  )
}
