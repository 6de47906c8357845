/** One who follows the run: it gets a snapshot or what it missed, then every event in order, once. */
import type { Event } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { Line } from './live-line.ts'
import type { LiveRuns } from './live-runs.ts'
import type { FromServer, Known } from './messages.ts'
import type { EventLog } from '../served-repository.ts'

export interface Follower {
  /** From here on it is told everything. known: it has folded up to there. */
  follow(known: Known | null): void
  /** The run has moved by these. */
  moved(batch: Batch): void
  /** Another run is shown. */
  changed(): void
  conducted(): void
  beat(): void
  /** If it could not take in more: whether it can now, and then what it missed. */
  catchUp(): void
}

/** Made into text once, for all who get it. */
export interface Batch {
  readonly after: number
  readonly last: number
  text(): string
}

/** What is followed; the snapshot is a message made into text. */
export interface Followed {
  readonly live: LiveRuns
  readonly log: EventLog
  snapshot(): string
}

/** Whoever has more bytes than this waiting is told nothing more until most of them are gone. */
export const MOST_WAITING = 4 * 2 ** 20
const FEW_WAITING = 2 ** 20
/** Rather the whole run again than more events than this. */
const MOST_MISSED = 2000

export function openFollower({ live, log, snapshot }: Followed, line: Line): Follower {
  let isFollowing = false
  let isBehind = false
  /** How far it has been told; null: nothing, or that there is no run. */
  let reached: Known | null = null

  return {
    follow(known) {
      // What this look finds is told to the others; here it is part of what is brought.
      isFollowing = false
      live.look()
      isFollowing = true
      bring(known)
    },
    moved(batch) {
      if (!isListening() || (reached !== null && reached.sequence >= batch.last)) return
      if (reached?.sequence === batch.after) advance(batch)
      else bring(reached)
    },
    changed() {
      if (isListening()) bring(null)
    },
    conducted() {
      if (isListening()) send({ type: 'conducted', conducted: live.isConducted() })
    },
    beat() {
      const sequence = reached?.sequence ?? 0
      if (isListening()) send({ type: 'beat', now: Date.now(), sequence })
    },
    catchUp() {
      if (!isBehind || line.waiting() > FEW_WAITING) return
      isBehind = false
      bring(reached)
    },
  }

  function isListening(): boolean {
    return isFollowing && !isBehind
  }

  function advance({ last, text }: Batch): void {
    if (isTooFull()) return
    line.send(text())
    reached = { ...reached!, sequence: last }
  }

  /** From what it knows to where the run stands. */
  function bring(known: Known | null): void {
    reached = known
    if (isTooFull()) return
    const run = live.current()
    const missed = run && known && missedBy(known, run)
    if (missed === null) line.send(snapshot())
    else {
      send({ type: 'events', after: known!.sequence, events: missed })
      send({ type: 'conducted', conducted: live.isConducted() })
    }
    reached = run && { run: run.id, startedAt: run.startedAt, sequence: run.sequence }
  }

  function isTooFull(): boolean {
    isBehind = line.waiting() > MOST_WAITING
    return isBehind
  }

  /** null: it knows another run, or has missed too much. */
  function missedBy(known: Known, run: Run): readonly Event[] | null {
    const isSame = known.run === run.id && known.startedAt === run.startedAt
    if (!isSame || known.sequence > run.sequence) return null
    const missed: Event[] = []
    for (const event of log.eventsOf(run.id, known.sequence)) {
      // What is not in the run yet comes with the next batch.
      if (event.sequence > run.sequence) break
      missed.push(event)
      if (missed.length > MOST_MISSED) return null
    }
    return missed
  }

  function send(message: FromServer): void {
    line.send(JSON.stringify(message))
  }
}
