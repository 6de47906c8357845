/** The events of a repository, read as they are recorded; the file may not be there yet. */
import { existsSync } from 'node:fs'
import type { EventLog } from '../server/served-repository.ts'
import {
  openSqliteEventStore,
  StoreRefused,
  type SqliteEventStore,
} from '../store/sqlite-event-store.ts'

export function openServedLog(database: string): EventLog & Disposable {
  let store: SqliteEventStore | null = null
  const opened = (): SqliteEventStore | null => (store ??= openIfFilled(database))
  return {
    lastSequence: () => opened()?.lastSequence() ?? 0,
    newestRun: () => opened()?.newestRun() ?? null,
    runs: () => opened()?.runs() ?? [],
    eventsOf: (run, after) => opened()?.eventsOf(run, after) ?? [],
    [Symbol.dispose]: () => store?.close(),
  }
}

/** Whoever starts the first run makes the file, and then what is in it. */
function openIfFilled(database: string): SqliteEventStore | null {
  if (!existsSync(database)) return null
  try {
    return openSqliteEventStore(database, { readOnly: true })
  } catch (error) {
    if (error instanceof StoreRefused && error.why === 'missing') return null
    throw error
  }
}
