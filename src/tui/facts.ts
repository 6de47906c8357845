/**
 * The facts that are computed from a run to draw it. They are computed only when the run has changed, and less
 * often the longer they take.
 */
import { attentionOf } from '../core/report/attention.ts'
import type { TaskId } from '../core/value/ids.ts'
import type { Run } from '../core/run/run.ts'
import { timeLeft, type TimeLeft } from '../core/schedule/time-left.ts'
import { waitingTasks } from '../core/schedule/why-waiting.ts'
import type { Picture } from './picture.ts'
import { filterQueue, queueOf, type Waits } from './queue.ts'
import { sparingly } from './sparingly.ts'

const clock = (): number => performance.now()

type Facts = Pick<Picture, 'queue' | 'waits' | 'attention' | 'left'>

/** Returns a function that caches its facts; each view has its own. */
export function factsOf(): (run: Run, now: number, filter: string) => Facts {
  const waitsOf = sparingly(waitingTasks, { pause: 0, timesItsCost: 20, clock })
  const needs = sparingly(attentionOf, { pause: 0, timesItsCost: 20, clock })
  const leftAt = sparingly((run: Run, at) => ({ at, ...timeLeft(run, at) }), {
    pause: 2000,
    timesItsCost: 50,
    clock,
  })
  const queue = rememberQueue()
  return (run, now, filter) => {
    const waits = waitsOf(run, now)
    const moves = run.counts.working > 0 && !run.paused && !run.cancelled && !run.stopping
    return {
      waits,
      attention: needs(run, now),
      queue: queue(run, waits, filter),
      left: moves ? later(leftAt(run, now), now) : null,
    }
  }
}

/** Brings an estimate that was computed a moment ago up to the present time. */
function later({ at, ...left }: TimeLeft & { readonly at: number }, now: number): TimeLeft {
  const passed = (now - at) / 1000
  const { overdue } = left
  const toGo = (seconds: number): number => Math.max(0, seconds - passed)
  const rest = { seconds: toGo(left.seconds), low: toGo(left.low), high: toGo(left.high) }
  return {
    ...left,
    ...(overdue.length > 0 ? {} : rest),
    overdue: overdue.map((one) => ({ ...one, seconds: one.seconds + passed })),
  }
}

function rememberQueue(): (run: Run, waits: Waits, filter: string) => readonly TaskId[] {
  let whole: { sequence: number; waits: Waits; queue: readonly TaskId[] } | null = null
  let part: { whole: readonly TaskId[]; filter: string; queue: readonly TaskId[] } | null = null
  return (run, waits, filter) => {
    if (whole?.sequence !== run.sequence || whole.waits !== waits)
      whole = { sequence: run.sequence, waits, queue: queueOf(run, waits) }
    if (part?.whole !== whole.queue || part.filter !== filter)
      part = { whole: whole.queue, filter, queue: filterQueue(run, whole.queue, filter) }
    return part.queue
  }
}
