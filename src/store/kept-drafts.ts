/** Changes to task files that have no run yet, in the store of their repository; they are no events. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { PlanChange } from '../core/plan/plan-changes.ts'
import { openSqliteEventStore } from './sqlite-event-store.ts'

/** Opens the file for each call: it is written rarely, and may be replaced. */
export function keptDrafts(file: string, project: string) {
  return {
    /** A store that is missing or damaged has no drafts. Code that needs the store reports what is wrong with it. */
    get(name: string): readonly PlanChange[] {
      try {
        return existsSync(file) ? read(name) : []
      } catch {
        return []
      }
    },
    set(name: string, changes: readonly PlanChange[]): void {
      if (changes.length === 0 && !existsSync(file)) return
      // The store can be created or upgraded here only if no other process writes it.
      if (!existsSync(file)) openSqliteEventStore(file).close()
      using db = opened(file)
      if (!hasDrafts(db)) return
      if (changes.length === 0)
        return void db
          .prepare('delete from drafts where project_id = ? and file = ?')
          .run(project, name)
      db.prepare('insert or replace into drafts values (?, ?, ?, ?)').run(
        project,
        name,
        JSON.stringify(changes),
        Date.now(),
      )
    },
  }

  function read(name: string): readonly PlanChange[] {
    using db = opened(file)
    if (!hasDrafts(db)) return []
    const row = db
      .prepare('select changes from drafts where project_id = ? and file = ?')
      .get(project, name)
    return row === undefined ? [] : (JSON.parse(String(row['changes'])) as PlanChange[])
  }
}

/** Another process may be writing events. */
const PATIENCE = 5000

const opened = (file: string): DatabaseSync => new DatabaseSync(file, { timeout: PATIENCE })

/** A store of an older version has none until a run is started. */
const hasDrafts = (db: DatabaseSync): boolean =>
  db.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'drafts'`).get() !==
  undefined
