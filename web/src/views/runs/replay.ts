/** A past run at any moment of it: folded from its events, with stops on the way so that scrubbing is quick. */
import { applyEvent } from '../../../../src/core/run/apply-event.ts'
import type { Event } from '../../../../src/core/run/event.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { packRun, unpackRun } from '../../../../src/core/run/run-snapshot.ts'

export interface Replay {
  readonly events: readonly Event[]
  /** As it stood after so many events, at least one. A run of its own for each call. */
  at(count: number): Run
  /** How many events had happened by then. */
  countAt(time: number): number
}

/** Events between two stops, at least; a stop of a large run is megabytes of text, so there are few. */
const LEAST_STRIDE = 400
const MOST_STOPS = 16

export function openReplay(events: readonly Event[]): Replay {
  /** As text: whoever folds on changes what it is given. */
  const stops = new Map<number, string>()
  const stride = Math.max(LEAST_STRIDE, Math.ceil(events.length / MOST_STOPS))
  return {
    events,
    at(count) {
      const wanted = Math.min(Math.max(count, 1), events.length)
      let run: Run | null = null
      let from = 0
      for (let stop = Math.floor(wanted / stride) * stride; stop > 0; stop -= stride) {
        const text = stops.get(stop)
        if (text === undefined) continue
        run = unpackRun(JSON.parse(text) as ReturnType<typeof packRun>)
        from = stop
        break
      }
      for (let i = from; i < wanted; i++) {
        run = applyEvent(run, structuredClone(events[i]!))
        if ((i + 1) % stride === 0 && !stops.has(i + 1))
          stops.set(i + 1, JSON.stringify(packRun(run)))
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
