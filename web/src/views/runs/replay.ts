/** A past run at any moment: folded from its events, with snapshots on the way so that the slider is quick. */
import { applyEvent } from '../../../../src/core/run/apply-event.ts'
import type { Event } from '../../../../src/core/run/event.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { packRun, unpackRun } from '../../../../src/core/run/run-snapshot.ts'

export interface Replay {
  readonly events: readonly Event[]
  /** The run after so many events, at least one. Each call returns a run of its own. */
  at(count: number): Run
  /** The number of events that had happened by that time. */
  countAt(time: number): number
}

/** The least number of events between two snapshots; a snapshot of a large run is megabytes, so there are few. */
const LEAST_STRIDE = 400
const MOST_STOPS = 16

export function openReplay(events: readonly Event[]): Replay {
  /** Snapshots by the number of events. They are text, because `applyEvent` changes the run it is given. */
  const snapshots = new Map<number, string>()
  const stride = Math.max(LEAST_STRIDE, Math.ceil(events.length / MOST_STOPS))
  return {
    events,
    at(count) {
      const wanted = Math.min(Math.max(count, 1), events.length)
      let run: Run | null = null
      let from = 0
      for (let stop = Math.floor(wanted / stride) * stride; stop > 0; stop -= stride) {
        const text = snapshots.get(stop)
        if (text === undefined) continue
        run = unpackRun(JSON.parse(text) as ReturnType<typeof packRun>)
        from = stop
        break
      }
      for (let i = from; i < wanted; i++) {
        run = applyEvent(run, structuredClone(events[i]!))
        if ((i + 1) % stride === 0 && !snapshots.has(i + 1))
          snapshots.set(i + 1, JSON.stringify(packRun(run)))
      }
      return run!
    },
    countAt(time) {
      let [low, high] = [1, events.length]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (events[middle - 1]!.at <= time) low = middle
        else high = middle - 1
      }
      return low
    },
  }
}
