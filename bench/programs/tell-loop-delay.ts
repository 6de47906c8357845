/**
 * Imported into a coordinator before its own program: at each message from its parent process it answers how much the
 * event loop was delayed since the message before.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

/** Milliseconds of the timer that is watched; the time by which it is late is the delay. */
const RESOLUTION = 1

if (isMainThread && process.send !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  process.on('message', () => {
    process.send!({
      p50: inMilliseconds(delays.percentile(50)),
      p99: inMilliseconds(delays.percentile(99)),
      longest: inMilliseconds(delays.max),
    } satisfies LoopDelay)
    delays.reset()
  })
}

function inMilliseconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION)
}
