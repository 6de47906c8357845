/** What every event store promises. */
import { describe, expect, it } from 'vitest'
import type { EventStore } from '../../src/conduct/ports.ts'
import type { Event } from '../../src/core/run/event.ts'
import { runId } from '../../src/core/value/ids.ts'
import { foldRun } from '../../src/core/run/apply-event.ts'
import { everyEvent } from '../played/every-event.ts'

/** open: opens a new, empty store each time; the test closes it. */
export function describeEventStore(name: string, open: () => EventStore): void {
  describe(`the ${name} event store`, () => {
    const within = (test: (store: EventStore) => void) => () => {
      const store = open()
      try {
        test(store)
      } finally {
        store.close()
      }
    }
    const read = (store: EventStore, run = runId(1), after?: number): readonly Event[] => [
      ...store.eventsOf(run, after),
    ]
    const first = everyEvent()

    it(
      'begins empty',
      within((store) => {
        expect(store.lastSequence()).toBe(0)
        expect(store.runs()).toEqual([])
        expect(read(store)).toEqual([])
      }),
    )

    it(
      'gives back what was appended, whatever kind of event it is',
      within((store) => {
        store.append(first)
        expect(read(store)).toEqual(first)
        expect(store.lastSequence()).toBe(first.length)
        expect(foldRun(read(store))).toEqual(foldRun(first))
      }),
    )

    it(
      'goes on from the last number',
      within((store) => {
        store.append(first.slice(0, 4))
        store.append(first.slice(4, 5))
        store.append([])
        store.append(first.slice(5))
        expect(read(store)).toEqual(first)
      }),
    )

    it.each([
      ['begins after the next number', 1],
      ['repeats a number', -1],
    ])('refuses an event that %s', (_, by) => {
      const store = open()
      store.append(first.slice(0, 3))
      const wrong = { ...first[3]!, sequence: first[3]!.sequence + by }
      expect(() => store.append([wrong])).toThrow('does not follow')
      expect(read(store)).toEqual(first.slice(0, 3))
      store.close()
    })

    it(
      'keeps nothing of an append that failed half-way',
      within((store) => {
        store.append(first.slice(0, 3))
        expect(() => store.append([first[3]!, first[4]!, first[4]!])).toThrow('does not follow')
        expect(read(store)).toEqual(first.slice(0, 3))
        expect(store.lastSequence()).toBe(3)
        store.append(first.slice(3))
        expect(read(store)).toEqual(first)
      }),
    )

    it(
      'reads one run without the others, and only what came after a number',
      within((store) => {
        const second = everyEvent(first.length + 1, runId(2))
        store.append(first)
        store.append(second)
        expect(read(store, runId(1))).toEqual(first)
        expect(read(store, runId(2))).toEqual(second)
        expect(read(store, runId(3))).toEqual([])
        expect(read(store, runId(1), 5)).toEqual(first.slice(5))
        expect(read(store, runId(2), first.length + 2)).toEqual(second.slice(2))
        expect(read(store, runId(1), 10_000)).toEqual([])
      }),
    )

    it(
      'lists the runs in the order in which they began, even when the clock was set back',
      within((store) => {
        const second = everyEvent(first.length + 1, runId(2), first[0]!.at - 3_600_000)
        store.append(first)
        store.append(second)
        expect(store.runs()).toEqual(['1', '2'])
      }),
    )

    it(
      'does not change when the reader changes what it was given, or the writer what it gave',
      within((store) => {
        const mine = structuredClone([...first])
        store.append(mine)
        ;(mine[0] as { at: number }).at = 0
        ;(read(store)[1] as { at: number }).at = 0
        expect(read(store)).toEqual(first)
      }),
    )

    it(
      'can be left half-way through reading, and written to afterwards',
      within((store) => {
        store.append(first.slice(0, 10))
        for (const event of store.eventsOf(runId(1))) if (event.sequence === 3) break
        store.append(first.slice(10))
        expect(read(store)).toEqual(first)
      }),
    )
  })
}
