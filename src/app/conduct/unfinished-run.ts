/** The newest run of a task file, if it is not over. */
import { foldRun } from '../../core/run/apply-event.ts'
import type { Run } from '../../core/run/run.ts'
import type { SqliteEventStore } from '../../store/sqlite-event-store.ts'

/** file: absolute. */
export function unfinishedRun(store: SqliteEventStore, file: string): Run | null {
  const newest = store.newestRunOf(file)
  const run = newest === null ? null : foldRun(store.eventsOf(newest))
  return run !== null && run.ended === null ? run : null
}
