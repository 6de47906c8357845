/** The button that cancels the run. */
import { cancelRun } from '../../../act/cancel-run.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { Button } from '../../../parts/button.tsx'
import type { OneAtATime } from './use-one-at-a-time.ts'

export function GiveRunUp({ once }: Pick<OneAtATime, 'once'>) {
  const { run } = useShownRun()
  return <Button onClick={() => once(() => cancelRun(run))}>Cancel the run</Button>
}
