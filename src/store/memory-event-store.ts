/** Keeps the promises of the SQLite store except durability: for trials, simulations and tests of the loop. */
import type { EventStore } from '../conduct/ports.ts'
import type { Event } from '../core/run/event.ts'

export function openMemoryEventStore(): EventStore {
  const events: Event[] = []
  return {
    lastSequence: () => events.length,
    append(more) {
      more.forEach((event, i) => {
        if (event.sequence !== events.length + i + 1)
          throw new Error(`event ${event.sequence} does not follow`)
      })
      events.push(...more.map((event) => structuredClone(event)))
    },
    *eventsOf(run, after = 0) {
      for (const event of events.slice(after)) if (event.run === run) yield structuredClone(event)
    },
    runs: () => events.filter((event) => event.type === 'run-started').map((event) => event.run),
    close: () => {},
  }
}
