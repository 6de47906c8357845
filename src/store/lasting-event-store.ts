/** A store that notices when its file is deleted or replaced, and then writes all its events to a new file. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openSqliteEventStore, type SqliteEventStore } from './sqlite-event-store.ts'

export interface LastingEventStore extends SqliteEventStore {
  /**
   * Checks whether the store's file is still there; returns a sentence when it was not, and has been written
   * again.
   */
  makeSure(): string | null
}

export function openLastingEventStore(file: string): LastingEventStore {
  let store = openSqliteEventStore(file)
  let inode = inodeOf(file)
  /** The sentence that makeSure has not returned yet. */
  let note: string | null = null

  return {
    ...forwarded(() => store),
    append(events) {
      look()
      store.append(events)
    },
    makeSure() {
      look()
      const lastNote = note
      note = null
      return lastNote
    },
  }

  /** While the file is open, no other file can get its inode. */
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

  /**
   * Copies the old file, which can be read for as long as it is open. Returns the new path of the file that
   * stood in its place; null: there was none.
   */
  function restore(): string | null {
    const copy = `${file}.new`
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    rmSync(copy, { force: true })
    store.copyTo(copy)
    const aside = existsSync(file) ? `${file}.${Date.now()}.aside` : null
    if (aside !== null) renameSync(file, aside)
    // Closing the old store deletes its log by name: that must happen before the new file has a log of that
    // name.
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
  runsWith: (type) => current().runsWith(type),
  unfinishedRuns: (most) => current().unfinishedRuns(most),
  hasRunOfPlan: (madeAt) => current().hasRunOfPlan(madeAt),
  rebuildTables: () => current().rebuildTables(),
  faults: () => current().faults(),
  knowledgeFor: (plan, before) => current().knowledgeFor(plan, before),
  workSeconds: () => current().workSeconds(),
  usdPerHour: () => current().usdPerHour(),
  copyTo: (file) => current().copyTo(file),
  close: () => current().close(),
})
