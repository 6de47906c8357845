/** What has been paused, for users who want the run to go on and for programs that wait for it. */
import type { Run } from '../core/run/run.ts'
import { firstFew } from '../core/say/say-wait.ts'
import { batchesOnHold } from '../core/ask/batches.ts'
import { isHeldByHand } from '../core/run/waits-for-people.ts'
import { waitingTasks } from '../core/schedule/why-waiting.ts'

/** No line when no batch is paused. */
export function sayOnHold(run: Run): readonly string[] {
  const batches = batchesOnHold(run).map((batch) => String(batch + 1))
  if (batches.length === 0) return []
  const which = batches.length === 1 ? `batch ${batches[0]} is` : `batches ${firstFew(batches)} are`
  return [`${which} paused; to continue: conductor resume --batch ${batches[0]}`]
}

/** Call it after every event: says once that nothing goes on until a user resumes it. said: what is known already. */
export function watchForStandstill(
  run: Run,
  said: string,
  say: (text: string) => void,
): () => void {
  return () => {
    const held = heldBy(run)
    if (held !== '' && held !== said) say(`Nothing is running: ${held}`)
    said = held
  }
}

/** Why nothing goes on; empty: something does, or the reason is not a pause. Most runs are never paused. */
function heldBy(run: Run): string {
  const isPaused = run.paused || run.pausedBatches.size > 0
  const isAtWork = run.stopping || run.coordinator === null || run.counts.working > 0
  if (!isPaused || isAtWork) return ''
  if (!isHeldByHand(run, waitingTasks(run, run.lastEventAt))) return ''
  return run.paused ? 'the run is paused; to continue: conductor resume' : sayOnHold(run).join('')
}
