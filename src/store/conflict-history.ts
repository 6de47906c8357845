/** Reads from the newest events what runs of this repository teach about conflicts. */
import type { DatabaseSync } from 'node:sqlite'
import {
  conflictsOf,
  EVENTS_OF_CONFLICTS,
  type ConflictHistory,
} from '../core/durations/conflict-history.ts'
import type { Event } from '../core/run/event.ts'
import { eventOf } from './following-tables.ts'

/** Older ones say less about the agents of today, and everything is read anew for each plan. */
const NEWEST = 20_000

/** before: in milliseconds since 1970. */
export function conflictsIn(db: DatabaseSync, before = Number.MAX_SAFE_INTEGER): ConflictHistory {
  const rows = db.prepare(
    `select sequence, run, at, fact from events
     where sequence > (select coalesce(max(sequence), 0) from events) - ${NEWEST} and at < ?
       and type in (${EVENTS_OF_CONFLICTS.map((type) => `'${type}'`).join(', ')})
     order by sequence`,
  )
  return conflictsOf(rows.iterate(before).map(eventOf) as Iterable<Event>)
}
