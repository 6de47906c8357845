/** Opens the SQLite database of another program so that neither the file nor its folder is changed. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

export interface ForeignDatabase extends Disposable {
  readonly db: DatabaseSync
  /** The program ended without closing it: what it wrote last is not read. */
  readonly lacksNewest: boolean
}

/** Milliseconds; the program may be writing. */
const PATIENCE = 100

/**
 * SQLite would make files beside a database with a write-ahead log, even to read it, unless the other program has
 * them open. Then nobody can be writing, and the file is opened as one that does not change.
 */
export function openForeignDatabase(file: string): ForeignDatabase {
  const address = pathToFileURL(file)
  address.searchParams.set('mode', 'ro')
  const isAtRest = usesLog(file) && !existsSync(`${file}-shm`)
  if (isAtRest) address.searchParams.set('immutable', '1')
  const db = new DatabaseSync(address, { readOnly: true, timeout: PATIENCE })
  const lacksNewest = isAtRest && (sizeOf(`${file}-wal`) ?? 0) > 0
  return { db, lacksNewest, [Symbol.dispose]: () => db.close() }
}

/** The header says how the file is written: 2 means by a log. */
function usesLog(file: string): boolean {
  const header = Buffer.alloc(20)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, header.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return header[18] === 2
}

const sizeOf = (file: string): number | null =>
  statSync(file, { throwIfNoEntry: false })?.size ?? null

/** Changes whenever the program has written; null: there is no such file. */
export function stampOf(file: string): string | null {
  const parts = ['', '-wal', '-shm'].map((end) =>
    statSync(`${file}${end}`, { throwIfNoEntry: false }),
  )
  if (parts[0] === undefined) return null
  return parts
    .map((stats) => (stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : ''))
    .join('|')
}
