/** A log of simulated runs, which grows when a test says so. */
import { runId, type RunId } from '../../src/core/value/ids.ts'
import type { Event } from '../../src/core/run/event.ts'
import { foldRun } from '../../src/core/run/apply-event.ts'
import type { Run } from '../../src/core/run/run.ts'
import type { EventLog } from '../../src/server/served/served-log.ts'
import { playGame } from './play.ts'

export interface PlayedLog extends EventLog {
  /** Appends the next events of a run, as far as it has any; the log numbers them. */
  grow(run: number, events: number): void
  /** Appends an event that changes next to nothing. */
  chatter(run: number, what?: string): void
  /** Replaces the store by an empty one in the same place. */
  replace(): void
  /** The newest run, as every view of it must show it. */
  newest(): Run | null
}

export function playedLog(): PlayedLog {
  let events: Event[] = []
  let stories = new Map<RunId, Event[]>()
  let stores = 0
  return {
    lastSequence: () => events.length,
    identity: () => stores,
    newestRun: () => events.at(-1)?.run ?? null,
    runs: () => [...new Set(events.map(({ run }) => run))],
    *eventsOf(run, after = 0) {
      for (const event of events)
        if (event.run === run && event.sequence > after) yield structuredClone(event)
    },
    grow(number, count) {
      const run = runId(number)
      const story = stories.get(run) ?? storyOf(stores)
      stories.set(run, story)
      for (const event of story.splice(0, count))
        events.push({ ...event, run, sequence: events.length + 1 })
    },
    chatter(number, what = 'x') {
      const sequence = events.length + 1
      events.push({ type: 'noticed', about: null, what, run: runId(number), at: 0, sequence })
    },
    replace() {
      events = []
      stories = new Map()
      stores++
    },
    newest: () => foldRun(events.filter(({ run }) => run === events.at(-1)?.run)),
  }
}

/** Each store has its own time, so that no two runs began at the same moment. */
const storyOf = (store: number): Event[] =>
  STORY.map((event) => ({ ...event, at: event.at + (store + 1) * 1_000_000 }))

const STORY = playGame('a:\nb: a\nc: a\nd: b c\ne: d\nf:\ng: f', {
  isolation: 'worktree',
  outcomes: { c: ['try again'], f: ['failed'] },
  landings: { b: ['conflict'] },
  asks: { 100: { ask: 'pause' }, 110: { ask: 'unpause' } },
}).events
