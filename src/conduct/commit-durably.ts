/** Makes recorded events durable, and retries while the machine prevents that. No listener gets an event before. */
import type { Event } from '../core/run/event.ts'
import { hindranceOf, restAfter, type Hindrance } from '../core/run/hindrance.ts'
import { restFor } from './retry-while-hindered.ts'
import type { Clock } from './ports.ts'
import type { Recorder } from './recorder.ts'

export interface Holdup {
  readonly clock: Clock
  /** null: for as long as it takes. */
  readonly patienceSeconds: number | null
  readonly signal: AbortSignal
  /** Called when writing is held up and, with null, when it works again. */
  readonly onHeldUp: (hindrance: Hindrance | null) => void
}

/** null: the coordinator no longer waits; the recorded events are not durable yet. */
export async function commitDurably(
  recording: Recorder,
  { clock, patienceSeconds, signal, onHeldUp }: Holdup,
): Promise<readonly Event[] | null> {
  const since = clock.now()
  for (let tries = 1; ; tries++) {
    try {
      const events = recording.commit()
      if (tries > 1) onHeldUp(null)
      return events
    } catch (error) {
      const hindrance = hindranceOf(error)
      if (hindrance === null) throw error
      if (tries === 1) onHeldUp(hindrance)
      await restFor(restAfter(tries), signal)
      const waited = (clock.now() - since) / 1000
      if (signal.aborted || (patienceSeconds !== null && waited >= patienceSeconds)) return null
    }
  }
}
