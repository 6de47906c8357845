/**
 * A lock between callers and between processes, for what git cannot do twice at once in one repository.
 * The lock is the kernel's, on a file of SQLite: it cannot outlive the process that holds it.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTurn } from './in-turn.ts'

export interface RepositoryLock {
  hold<Result>(work: () => Promise<Result>): Promise<Result>
  close(): void
}

export function openRepositoryLock(common: string): RepositoryLock {
  const file = join(common, 'conductor.lock')
  let opened: DatabaseSync | null = null
  const turn = inTurn()
  const withLock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    opened ??= lockFile(file)
    await take(opened)
    try {
      return await work()
    } finally {
      opened.exec('rollback')
    }
  }
  return {
    hold: (work) => turn(() => withLock(work)),
    close() {
      opened?.close()
      opened = null
    },
  }
}

const LONGEST_WAIT = 120_000

/** Takes the lock; the rest of this process goes on meanwhile. */
async function take(db: DatabaseSync): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT
  for (;;) {
    if (isTaken(db)) return
    if (performance.now() > deadline)
      throw new Error('another process has kept the worktrees of this repository locked')
    await sleep(2 + Math.random() * 8)
  }
}

function isTaken(db: DatabaseSync): boolean {
  try {
    db.exec('begin exclusive')
    return true
  } catch (error) {
    if (Number((error as { errcode?: number }).errcode) !== BUSY) throw error
    return false
  }
}

const BUSY = 5
const NOT_A_DATABASE = 26

/** Opens the file. A file that is no database cannot be locked by anyone, so it is made anew. */
function lockFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('pragma schema_version')
    return db
  } catch (error) {
    const code = Number((error as { errcode?: number }).errcode)
    if (code === BUSY) return db
    db.close()
    if (code !== NOT_A_DATABASE) throw error
    rmSync(file)
    return lockFile(file)
  }
}
