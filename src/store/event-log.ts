/** Reads the events of a repository from its current file, which may not exist yet and may be replaced. */
import { statSync } from 'node:fs'
import { openSqliteEventStore, StoreRefused, type SqliteEventStore } from './sqlite-event-store.ts'

type EventLog = Pick<
  SqliteEventStore,
  'lastSequence' | 'newestRun' | 'runs' | 'unfinishedRuns' | 'eventsOf'
> & {
  /** Changes when the file was replaced. */
  identity(): unknown
}

export function openEventLog(file: string): EventLog & Disposable {
  let opened: { readonly store: SqliteEventStore; readonly inode: number } | null = null
  return {
    lastSequence: () => current()?.lastSequence() ?? 0,
    identity: current,
    newestRun: () => current()?.newestRun() ?? null,
    runs: () => current()?.runs() ?? [],
    unfinishedRuns: (most) => current()?.unfinishedRuns(most) ?? [],
    eventsOf: (run, after) => current()?.eventsOf(run, after) ?? [],
    [Symbol.dispose]: close,
  }

  /** While the file is open, no other file can get its inode, so a file with the same inode is the same file. */
  function current(): SqliteEventStore | null {
    const inode = statSync(file, { throwIfNoEntry: false })?.ino
    if (inode === opened?.inode) return opened?.store ?? null
    close()
    const store = inode === undefined ? null : openIfThere(file)
    opened = store && { store, inode: inode! }
    return store
  }

  function close(): void {
    opened?.store.close()
    opened = null
  }
}

/** null: another process is about to create the store. */
function openIfThere(file: string): SqliteEventStore | null {
  try {
    return openSqliteEventStore(file, { readOnly: true })
  } catch (error) {
    if (error instanceof StoreRefused && error.why === 'missing') return null
    throw error
  }
}
