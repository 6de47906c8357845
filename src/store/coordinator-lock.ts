/** One coordinator per repository. The lock is the kernel's, on a file of SQLite: it cannot outlive its holder. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ProcessIdentity } from '../core/event.ts'
import type { RunId } from '../core/ids.ts'
import { isAlive } from '../processes/process-table.ts'

/** Who coordinates here, for those who want to ask it something. */
export interface CoordinatorCard {
  readonly process: ProcessIdentity
  readonly run: RunId
  readonly socket: string
  readonly since: number
}

export interface CoordinatorLock {
  /** Makes the holder known; only readable by this user. */
  publish(card: CoordinatorCard): void
  release(): void
}

const LOCK = 'coordinator.lock'
const CARD = 'server.json'

/** null: someone else has it. */
export function takeCoordinatorLock(home: string): CoordinatorLock | null {
  const db = new DatabaseSync(join(home, LOCK), { timeout: 0 })
  try {
    db.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    db.close()
    return null
  }
  return {
    publish(card) {
      writeFileSync(join(home, `${CARD}.new`), JSON.stringify(card), { mode: 0o600 })
      renameSync(join(home, `${CARD}.new`), join(home, CARD))
    },
    release() {
      rmSync(join(home, CARD), { force: true })
      db.close()
    },
  }
}

/** The card of the coordinator that runs now; null when none does, whatever an earlier one left lying about. */
export function findCoordinator(home: string): CoordinatorCard | null {
  const file = join(home, CARD)
  if (!existsSync(file)) return null
  const card = JSON.parse(readFileSync(file, 'utf8')) as CoordinatorCard
  return isAlive(card.process) ? card : null
}
