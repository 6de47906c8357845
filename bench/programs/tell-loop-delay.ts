/**
 * Imported into a coordinator before its own program: tells whoever started it, each time it is asked, how late the
 * event loop has been since it was asked last.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

/** A timer of this many milliseconds is watched; it counts as delayed by what it comes later. */
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
