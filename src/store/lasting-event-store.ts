/** A store that notices when its file is taken away or replaced, and writes all it knows to a new one. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openSqliteEventStore, type SqliteEventStore } from './sqlite-event-store.ts'

export interface LastingEventStore extends SqliteEventStore {
  /** Looks whether its file is still there; a sentence when it was not, and has been written anew. */
  makeSure(): string | null
}

export function openLastingEventStore(file: string): LastingEventStore {
  let store = openSqliteEventStore(file)
  let inode = inodeOf(file)
  /** What has not been said yet. */
  let note: string | null = null

  return {
    ...forwarded(() => store),
    append(events) {
      look()
      store.append(events)
    },
    makeSure() {
      look()
      const said = note
      note = null
      return said
    },
  }

  /** While it is open its inode belongs to nobody else. */
  function look(): void {
    if (inodeOf(file) === inode) return
    const aside = restore()
    store = openSqliteEventStore(file)
    inode = inodeOf(file)
    note =
      aside === null
        ? `${file} was deleted; everything it held has been written again`
        : `${file} was replaced; everything it held has been written again, and what stood there is ${aside} now`
  }

  /** The old file can be read for as long as it is open. Returns where what stood in its place is now. */
  function restore(): string | null {
    const copy = `${file}.new`
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    rmSync(copy, { force: true })
    store.copyTo(copy)
    const aside = existsSync(file) ? `${file}.${Date.now()}.aside` : null
    if (aside !== null) renameSync(file, aside)
    // It takes its log away with it, by name: that must be gone before the new file has one.
    store.close()
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    renameSync(copy, file)
    return aside
  }
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

const forwarded = (current: () => SqliteEventStore): SqliteEventStore => ({
  lastSequence: () => current().lastSequence(),
  append: (events) => current().append(events),
  eventsOf: (run, after) => current().eventsOf(run, after),
  runs: () => current().runs(),
  newestRun: () => current().newestRun(),
  newestRunOf: (planFile) => current().newestRunOf(planFile),
  rebuildTables: () => current().rebuildTables(),
  faults: () => current().faults(),
  measuredSeconds: (plan) => current().measuredSeconds(plan),
  copyTo: (file) => current().copyTo(file),
  close: () => current().close(),
})
