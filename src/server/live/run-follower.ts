/** One browser that follows the run: it gets a snapshot or the events it missed, then every event in order, once. */
import type { Event } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { SocketConnection } from './socket-connection.ts'
import type { LiveRuns } from './live-runs.ts'
import type { FromServer, Known } from './messages.ts'
import type { EventLog } from '../served/served-log.ts'

export interface Follower {
  /** From here on the browser is sent everything. known: what it has already folded. */
  follow(known: Known | null): void
  /** The run has these new events. */
  moved(batch: Batch): void
  /** Another run is the newest. */
  changed(): void
  conducted(): void
  beat(): void
  /** Sends what the browser missed while it could not take more, as soon as it can. */
  catchUp(): void
}

/** Events as one message, serialised once for all followers. */
export interface Batch {
  readonly after: number
  readonly last: number
  text(): string
}

/** The runs that a follower can follow. snapshot() returns a serialised message. */
export interface Followed {
  readonly live: LiveRuns
  readonly log: EventLog
  snapshot(): string
}

/** A browser with more unsent bytes than this is sent nothing more until most of them are gone. */
export const MOST_WAITING = 4 * 2 ** 20
const FEW_WAITING = 2 ** 20
/** A browser that missed more events than this is sent the whole run instead. */
const MOST_MISSED = 2000

export function openFollower(
  { live, log, snapshot }: Followed,
  connection: SocketConnection,
): Follower {
  let isFollowing = false
  let isBehind = false
  /** How far the browser has been told; null: it knows nothing, or that there is no run. */
  let reached: Known | null = null

  return {
    follow(known) {
      // Events found by this look go to the other followers; this browser gets them from bring().
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
      if (isListening()) send({ type: 'conducted', ...live.conducted() })
    },
    beat() {
      const sequence = reached?.sequence ?? 0
      if (isListening()) send({ type: 'beat', now: Date.now(), sequence })
    },
    catchUp() {
      if (!isBehind || connection.waiting() > FEW_WAITING) return
      isBehind = false
      bring(reached)
    },
  }

  function isListening(): boolean {
    return isFollowing && !isBehind
  }

  function advance({ last, text }: Batch): void {
    if (isTooFull()) return
    connection.send(text())
    reached = { ...reached!, sequence: last }
  }

  /** Brings the browser from what it knows to where the run stands. */
  function bring(known: Known | null): void {
    reached = known
    if (isTooFull()) return
    const run = live.current()
    const missed = run && known && missedBy(known, run)
    if (missed === null) connection.send(snapshot())
    else {
      send({ type: 'events', after: known!.sequence, events: missed })
      send({ type: 'conducted', ...live.conducted() })
    }
    reached = run && { run: run.id, startedAt: run.startedAt, sequence: run.sequence }
  }

  function isTooFull(): boolean {
    isBehind = connection.waiting() > MOST_WAITING
    return isBehind
  }

  /** null: the browser knows another run, or has missed too many events. */
  function missedBy(known: Known, run: Run): readonly Event[] | null {
    const isSame = known.run === run.id && known.startedAt === run.startedAt
    if (!isSame || known.sequence > run.sequence) return null
    const missed: Event[] = []
    for (const event of log.eventsOf(run.id, known.sequence)) {
      // Events that are not folded into the run yet come with the next batch.
      if (event.sequence > run.sequence) break
      missed.push(event)
      if (missed.length > MOST_MISSED) return null
    }
    return missed
  }

  function send(message: FromServer): void {
    connection.send(JSON.stringify(message))
  }
}
