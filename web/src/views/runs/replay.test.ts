import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { howMany } from '../../../../test/thorough.ts'
import { Game, OUTCOMES, planFrom } from '../../../../test/played/play.ts'
import { foldRun } from '../../../../src/core/run/apply-event.ts'
import type { Event } from '../../../../src/core/run/event.ts'
import { openReplay } from './replay.ts'

/** A run of 300 tasks, one after another: some 900 events, one a second. */
function longRun(): readonly Event[] {
  const plan = planFrom(Array.from({ length: 300 }, (_, i) => `t${i}:`).join('\n'))
  const game = new Game(plan, { agents: 1 })
  for (const { id } of plan.tasks) {
    game.now += 1000
    game.startAll()
    game.now += 1000
    game.end(id, OUTCOMES.succeeded)
  }
  return game.events
}

describe('replay', () => {
  const events = longRun()
  const replay = openReplay(events)

  it('is at each moment what the events up to it make', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: events.length }), (count) => {
        expect(replay.at(count)).toEqual(foldRun(structuredClone(events.slice(0, count))))
      }),
      { numRuns: howMany(15, 60) },
    )
  })

  it('begins with the first event and ends with the last, whatever is asked for', () => {
    expect(replay.at(-5).sequence).toBe(events[0]!.sequence)
    expect(replay.at(10 ** 6).sequence).toBe(events.at(-1)!.sequence)
  })

  it('knows how many events had happened at a time', () => {
    expect(replay.countAt(-1)).toBe(1)
    expect(replay.countAt(Infinity)).toBe(events.length)
    for (const time of [0, 1000, 1500, 77_000]) {
      const happened = events.filter(({ at }) => at <= time)
      expect(replay.countAt(time)).toBe(happened.length)
    }
  })
})
