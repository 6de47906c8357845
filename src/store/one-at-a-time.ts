/** Lets one process at a time do something. The kernel holds the lock, on a SQLite file, so a killed process leaves none behind. */
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Milliseconds to wait for the others; what they do takes a few. */
const PATIENCE = 10_000

/** file: for the lock only. null: the work was not done, because another process did not end its own in time. */
export function oneAtATime<Result>(file: string, work: () => Result): Result | null {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file, { timeout: PATIENCE })
  try {
    return isTaken(lock) ? work() : null
  } finally {
    lock.close()
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === BUSY) return false
    throw error
  }
}

const BUSY = 5
