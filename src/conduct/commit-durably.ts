/** Makes what was recorded durable, for as long as the machine keeps it from that: nobody is told anything before. */
import type { Event } from '../core/run/event.ts'
import { hindranceOf, restAfter, type Hindrance } from '../core/run/hindrance.ts'
import { restFor } from './outlast.ts'
import type { Clock } from './ports.ts'
import type { Recorder } from './recorder.ts'

export interface Holdup {
  readonly clock: Clock
  /** null: for as long as it takes. */
  readonly patienceSeconds: number | null
  readonly signal: AbortSignal
  /** Told when it begins and, with null, when it is over. */
  readonly onHeldUp: (hindrance: Hindrance | null) => void
}

/** null: nobody wants to wait any longer; what was recorded is still to be made durable. */
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
