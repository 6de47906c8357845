/** The buttons for a paused batch, or a paused run: let it go on, or cancel the run. */
import { doAsk } from '../../../act/do-ask.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { Button } from '../../../parts/button.tsx'
import { GiveRunUp } from './give-run-up.tsx'
import { useOneAtATime } from './use-one-at-a-time.ts'

export interface BatchAnswerProps {
  /** null: the whole run. */
  readonly batch: number | null
  onDone(): void
}

export function BatchAnswer({ batch, onDone }: BatchAnswerProps) {
  const { run } = useShownRun()
  const ask =
    batch === null ? ({ ask: 'unpause' } as const) : { ask: 'unpause-batch' as const, batch }
  const { isBusy, once } = useOneAtATime(onDone)
  return (
    <div className="need-buttons" aria-busy={isBusy}>
      <Button kind="primary" onClick={() => once(() => doAsk(run, ask))}>
        {batch === null ? 'Resume' : 'Let it start'}
      </Button>
      <GiveRunUp once={once} />
    </div>
  )
}
