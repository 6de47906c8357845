/** Lets a batch start that somebody has paused, when nothing else goes on. */
import { doAsk } from '../../../act/do-ask.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { Button } from '../../../parts/button.tsx'
import { GiveRunUp } from './give-run-up.tsx'
import { useOneAtATime } from './use-one-at-a-time.ts'

export interface BatchAnswerProps {
  readonly batch: number
  onDone(): void
}

export function BatchAnswer({ batch, onDone }: BatchAnswerProps) {
  const { run } = useShownRun()
  const { isBusy, once } = useOneAtATime(onDone)
  return (
    <div className="need-buttons" aria-busy={isBusy}>
      <Button
        kind="primary"
        onClick={() => once(() => doAsk(run, { ask: 'unpause-batch', batch }))}
      >
        Let it start
      </Button>
      <GiveRunUp once={once} />
    </div>
  )
}
