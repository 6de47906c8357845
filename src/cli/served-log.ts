/** The events of a repository, read as they are recorded; the file may not be there yet. */
import { existsSync } from 'node:fs'
import type { EventLog } from '../server/served-repository.ts'
import { openSqliteEventStore, type SqliteEventStore } from '../store/sqlite-event-store.ts'

export function openServedLog(database: string): EventLog & Disposable {
  let store: SqliteEventStore | null = null
  const opened = (): SqliteEventStore | null =>
    (store ??= existsSync(database) ? openSqliteEventStore(database, { readOnly: true }) : null)
  return {
    lastSequence: () => opened()?.lastSequence() ?? 0,
    newestRun: () => opened()?.newestRun() ?? null,
    runs: () => opened()?.runs() ?? [],
    eventsOf: (run, after) => opened()?.eventsOf(run, after) ?? [],
    [Symbol.dispose]: () => store?.close(),
  }
}
