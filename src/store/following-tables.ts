/**
 * Keeps the tables in line with the events. The tables are not written in the transaction of the event, because
 * an event is one page to write and its rows in the tables are many. The tables follow within a fifth of a
 * second; after a crash they continue from the last event they had reached.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Event, Fact } from '../core/run/event.ts'
import { hindranceOf } from '../core/run/hindrance.ts'
import type { RunId } from '../core/value/ids.ts'
import { TABLES, tableWriter } from './tables.ts'

export interface FollowingTables {
  /** Takes note of events that were just made durable. */
  follow(events: readonly Event[]): void
  catchUp(): void
  /** Rebuilds the tables from event 1. Returns how many events that took. */
  rebuild(): number
}

const DELAY = 200
const PATIENCE = 2000

/** SQLite says busy (5) or locked (6), or the machine is the hindrance: the error passes. */
const isPassing = (error: unknown): boolean =>
  [5, 6].includes(Number((error as { errcode?: number }).errcode) & 0xff) ||
  hindranceOf(error) !== null

export function followingTables(db: DatabaseSync): FollowingTables {
  const { write, settle } = tableWriter(db)
  const reached = db.prepare('update tables_reach set sequence = ?')
  let behind: Event[] = [...eventsAfter(db, reachOf(db))]
  let timer: NodeJS.Timeout | undefined
  catchUp()
  return { follow, catchUp, rebuild }

  function follow(events: readonly Event[]): void {
    behind.push(...events)
    timer ??= setTimeout(catchUpLater, DELAY).unref()
  }

  /** The tables are derived from the events, so they can wait while the disk is full or busy. */
  function catchUpLater(): void {
    try {
      catchUp()
    } catch (error) {
      if (!isPassing(error)) throw error
      timer = setTimeout(catchUpLater, PATIENCE).unref()
    }
  }

  function catchUp(): void {
    clearTimeout(timer)
    timer = undefined
    if (behind.length === 0) return
    inTransaction(db, () => {
      behind.forEach(write)
      settle()
      reached.run(behind.at(-1)!.sequence)
    })
    behind = []
  }

  function rebuild(): number {
    let count = 0
    inTransaction(db, () => {
      for (const table of TABLES) db.exec(`delete from ${table}`)
      for (const event of eventsAfter(db, 0)) {
        write(event)
        reached.run(event.sequence)
        count++
      }
      settle()
    })
    behind = []
    return count
  }
}

export function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec('begin immediate')
  try {
    work()
    db.exec('commit')
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}

export function eventOf(row: Record<string, unknown>): Event {
  const fact = JSON.parse(String(row['fact'])) as Fact
  const { sequence, run, at } = row
  return { ...fact, sequence: Number(sequence), run: run as RunId, at: Number(at) }
}

const reachOf = (db: DatabaseSync): number =>
  Number(db.prepare('select sequence from tables_reach').get()!['sequence'])

function* eventsAfter(db: DatabaseSync, sequence: number): Generator<Event> {
  const rows = db.prepare(
    'select sequence, run, at, fact from events where sequence > ? order by sequence',
  )
  for (const row of rows.iterate(sequence)) yield eventOf(row)
}
