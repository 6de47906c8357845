import { describe, expect, it } from 'vitest'
import { playGame } from '../../../../test/played/play.ts'
import { foldRun } from '../../../../src/core/run/apply-event.ts'
import { runId } from '../../../../src/core/value/ids.ts'
import { packRun } from '../../../../src/core/run/run-snapshot.ts'
import type { FromBrowser, FromServer } from '../../../../src/server/live/messages.ts'
import { openLiveRun, type LineHandlers } from './live-run.ts'

const { events } = playGame('a:\nb: a\nc: b')

/** A live run whose connection ends in the test. */
function page() {
  const sent: FromBrowser[] = []
  const shows: (() => void)[] = []
  const renewed: string[] = []
  let handlers!: LineHandlers
  const live = openLiveRun(
    { open: (given) => (handlers = given), send: (message) => sent.push(message), close() {} },
    (tell) => shows.push(tell),
    (build) => renewed.push(build),
  )
  return {
    live,
    renewed,
    shows,
    handlers,
    /** The messages that the page has sent since the last call. */
    sent: () => sent.splice(0),
    hear: (...messages: readonly FromServer[]) => messages.forEach(handlers.heard),
  }
}

const upTo = (sequence: number) => foldRun(structuredClone(events.slice(0, sequence)))!

const snapshotAt = (sequence: number): FromServer => ({
  type: 'snapshot',
  run: JSON.parse(JSON.stringify(packRun(upTo(sequence)))),
  conducted: true,
  frozen: null,
  now: Date.now(),
})

/** A message with the events from `first` to `last`. */
const part = (first: number, last: number, after = first - 1): FromServer => ({
  type: 'events',
  after,
  events: structuredClone(events.slice(first - 1, last)),
})

const ANEW: FromBrowser = { type: 'follow', known: null }

describe('what the browser folds', () => {
  it('is the snapshot and every event after it', () => {
    const { live, handlers, hear, sent } = page()
    expect(live.view()).toMatchObject({ run: null, line: 'connecting' })
    handlers.up()
    expect(sent()).toEqual([ANEW])
    hear(snapshotAt(3), part(4, 6), part(7, 7))
    expect(live.view()).toMatchObject({
      run: upTo(7),
      line: 'live',
      conducted: true,
      frozen: null,
      lostAt: null,
    })
    expect(sent()).toEqual([])
  })

  it('passes over what it has already', () => {
    const { live, hear, sent } = page()
    hear(snapshotAt(5), part(4, 5), part(3, 7), part(6, 7), part(8, 8))
    expect(live.view().run).toEqual(upTo(8))
    expect(sent()).toEqual([])
  })

  it('starts anew when something is missing, and shows nothing that came after the gap', () => {
    const { live, hear, sent } = page()
    hear(snapshotAt(3), part(6, 7), part(8, 8), part(4, 5))
    expect(live.view().run).toEqual(upTo(3))
    expect(sent()).toEqual([ANEW])
    hear(snapshotAt(8), part(9, 9))
    expect(live.view().run).toEqual(upTo(9))
  })

  it('knows of no gap where other runs have taken the numbers between', () => {
    const { live, hear, sent } = page()
    const later = { ...structuredClone(events[3]!), sequence: 20 }
    hear(snapshotAt(3), { type: 'events', after: 3, events: [later] })
    expect(live.view().run?.sequence).toBe(20)
    expect(sent()).toEqual([])
  })

  it('takes no events of another run for its own, nor any before there is a run', () => {
    for (const before of [[], [snapshotAt(3)]]) {
      const { hear, sent } = page()
      const foreign = { ...structuredClone(events[3]!), run: runId(2) }
      hear(...before, { type: 'events', after: 0, events: [foreign] })
      expect(sent()).toEqual([ANEW])
    }
  })

  it('is compared with every beat', () => {
    const { live, hear, sent } = page()
    hear(snapshotAt(3), { type: 'beat', now: Date.now(), sequence: 3 })
    expect(sent()).toEqual([])
    hear({ type: 'beat', now: Date.now(), sequence: 5 })
    hear({ type: 'beat', now: Date.now(), sequence: 5 })
    expect(sent()).toEqual([ANEW])
    hear(snapshotAt(5))
    expect(live.view().run).toEqual(upTo(5))
  })
})

describe('a line that breaks', () => {
  it('is shown with the time since when; the run stays as it was', () => {
    const { live, handlers, hear } = page()
    handlers.up()
    hear(snapshotAt(4))
    const before = Date.now()
    for (const why of ['reconnecting', 'offline', 'locked', 'reconnecting'] as const) {
      handlers.down(why)
      expect(live.view()).toMatchObject({ line: why, run: upTo(4) })
      expect(live.view().lostAt).toBeGreaterThanOrEqual(before)
    }
    const { lostAt } = live.view()
    handlers.down('offline')
    expect(live.view().lostAt).toBe(lostAt)
  })

  it('is gone on with from the last event, and live again only when the server has answered', () => {
    const { live, handlers, hear, sent } = page()
    handlers.up()
    hear(snapshotAt(4), part(5, 6))
    handlers.down('reconnecting')
    sent()
    handlers.up()
    const known = { run: runId(1), startedAt: 0, sequence: 6 }
    expect(sent()).toEqual([{ type: 'follow', known }])
    expect(live.view().line).toBe('reconnecting')
    hear({ type: 'events', after: 6, events: [] })
    expect(live.view()).toMatchObject({ line: 'live', lostAt: null, run: upTo(6) })
  })

  it('while it waits for a snapshot asks again for what it lacks', () => {
    const { live, handlers, hear, sent } = page()
    hear(snapshotAt(3), part(6, 7))
    sent()
    handlers.down('reconnecting')
    handlers.up()
    expect(sent()).toEqual([
      { type: 'follow', known: { run: runId(1), startedAt: 0, sequence: 3 } },
    ])
    hear(part(4, 8))
    expect(live.view().run).toEqual(upTo(8))
  })

  it('that was never there is still connecting, unless the server does not answer or refuses', () => {
    const { live, handlers } = page()
    handlers.down('reconnecting')
    expect(live.view().line).toBe('connecting')
    handlers.down('offline')
    expect(live.view().line).toBe('offline')
  })
})

it('many changes are shown once, and each is a new view', () => {
  const { live, hear, shows } = page()
  let shown = 0
  live.subscribe(() => shown++)
  hear(snapshotAt(3), part(4, 4), part(5, 5))
  expect([shown, shows.length]).toEqual([0, 1])
  const view = live.view()
  shows.shift()!()
  hear(part(6, 6))
  shows.shift()!()
  expect(shown).toBe(2)
  expect(live.view()).not.toBe(view)
  expect(live.view().version).toBeGreaterThan(view.version)
})

it('the clock of the server is followed when it is set', () => {
  const { live, hear } = page()
  hear(snapshotAt(3))
  expect(Math.abs(live.view().clockAhead)).toBeLessThan(900)
  hear({ type: 'beat', now: Date.now() + 60_000, sequence: 3 })
  expect(Math.abs(live.view().clockAhead - 60_000)).toBeLessThan(900)
})

describe('a server that has become another build', () => {
  const hello = (build: string | null): FromServer => ({ type: 'hello', build })

  it('is not believed: its events may be ones that this page does not know', () => {
    const { live, handlers, hear, renewed } = page()
    hear(hello('one'), snapshotAt(3))
    handlers.down('reconnecting')
    handlers.up()
    hear(hello('two'), part(4, 6), { type: 'beat', now: Date.now(), sequence: 6 }, snapshotAt(6))
    expect(live.view()).toMatchObject({ run: upTo(3), line: 'outdated' })
    expect(renewed).toEqual(['two'])
  })

  it('and then the first one again is gone on with', () => {
    const { live, hear, renewed } = page()
    hear(hello('one'), snapshotAt(3), hello('two'), hello('one'), part(4, 6))
    expect(live.view()).toMatchObject({ run: upTo(6), line: 'live' })
    expect(renewed).toEqual(['two'])
  })

  it('is not one that has no page, or the same', () => {
    const { live, hear, renewed } = page()
    hear(hello(null), snapshotAt(3), hello('one'), hello(null), hello('one'), part(4, 6))
    expect(live.view()).toMatchObject({ run: upTo(6), line: 'live' })
    expect(renewed).toEqual([])
  })
})
