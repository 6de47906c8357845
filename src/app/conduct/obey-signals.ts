/** What signals mean for a run: the first stops it in good order, the second at once. */
import type { Controls } from './coordinate.ts'
import { INTERRUPTED } from '../console/complain.ts'
import { onStopSignal } from '../console/on-stop-signal.ts'

export interface Leaving {
  /** Milliseconds that stopping in good order may take: attempts have three seconds, then their work is committed. */
  readonly patienceMilliseconds: number
  leave(code: number): void
  say(text: string): void
}

/** The first signal always ends the process: what does not end in time is killed and left to `conductor resume`. */
export function obeySignals(
  {
    conducting,
    kill,
  }: Pick<Controls, 'kill'> & { conducting: Pick<Controls['conducting'], 'stop'> },
  { patienceMilliseconds, leave, say }: Leaving,
): { close(): void } {
  let late: NodeJS.Timeout | null = null
  const leaveNow = (): void => {
    kill()
    leave(INTERRUPTED)
  }
  const giveUp = (): void => {
    say('a process did not end in time, so everything was killed; continue with: conductor resume')
    leaveNow()
  }
  const obey = (): void => {
    if (late !== null) return leaveNow()
    late = setTimeout(giveUp, patienceMilliseconds)
    conducting.stop()
  }
  const ignoreSignals = onStopSignal(obey)
  return {
    close() {
      if (late !== null) clearTimeout(late)
      ignoreSignals()
    },
  }
}
