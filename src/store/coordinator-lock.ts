/**
 * One coordinator per repository. The kernel holds the lock, on a SQLite file, so the lock cannot outlive its
 * holder.
 */
import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ProcessIdentity } from '../core/run/event.ts'
import { ifItCanBe } from '../core/run/hindrance.ts'
import type { RunId } from '../core/value/ids.ts'
import { inHome } from '../core/value/home-paths.ts'
import type { Frozen } from '../core/report/attention-document.ts'
import { isAlive, isStopped } from '../processes/process-table.ts'
import { makePrivateFile } from './private-file.ts'

/** Which process coordinates here, for clients that want to ask it something. */
export interface CoordinatorCard {
  readonly process: ProcessIdentity
  readonly run: RunId
  readonly socket: string
  readonly since: number
}

export interface CoordinatorLock {
  /** Writes the card of the holder; only this user can read it. */
  publish(card: CoordinatorCard): void
  /** Writes the card only if its file is gone, and else when its holder was last alive. Returns whether it was gone. */
  publishIfGone(card: CoordinatorCard): boolean
  /** Whether the locked file is still the one that other processes would lock. */
  isHeld(): boolean
  /** Locks a new file when the old one was deleted; false: another process holds that lock by now. */
  takeAgain(): boolean
  release(): void
}

/** null: another process holds the lock. */
export function takeCoordinatorLock(home: string): CoordinatorLock | null {
  const file = inHome(home, 'lock')
  const cardFile = inHome(home, 'coordinator')
  let db = lockedFile(file)
  if (db === null) return null
  let inode = inodeOf(file)
  const publish = (card: CoordinatorCard): void => {
    writeFileSync(`${cardFile}.new`, JSON.stringify(card), { mode: 0o600 })
    renameSync(`${cardFile}.new`, cardFile)
  }
  return {
    publish,
    publishIfGone(card) {
      const isGone = !existsSync(cardFile)
      if (isGone) publish(card)
      else utimesSync(cardFile, new Date(), new Date())
      return isGone
    },
    isHeld: () => inodeOf(file) === inode,
    takeAgain() {
      const taken = lockedFile(file)
      if (taken === null) return false
      db?.close()
      db = taken
      inode = inodeOf(file)
      return true
    },
    release() {
      // A card that cannot be removed names a process that is gone, so findCoordinator ignores it.
      ifItCanBe(() => rmSync(cardFile, { force: true }))
      db?.close()
    },
  }
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

/** No process can lock a file that is not a database, so such a file is replaced. */
function lockedFile(file: string): DatabaseSync | null {
  makePrivateFile(file)
  const db = new DatabaseSync(file, { timeout: LONGEST_LOOK })
  try {
    db.exec('pragma locking_mode = exclusive; begin exclusive')
    return db
  } catch (error) {
    db.close()
    const code = Number((error as { errcode?: number }).errcode)
    if (code === BUSY) return null
    if (code !== NOT_A_DATABASE) throw error
    rmSync(file)
    return lockedFile(file)
  }
}

const BUSY = 5
const NOT_A_DATABASE = 26

/** Milliseconds. A process that only looks whether the file is locked must not keep another one from conducting. */
const LONGEST_LOOK = 50

/** Whether some process conducts here, also one that cannot be asked yet because it is just beginning. */
export function isCoordinatorLocked(home: string): boolean {
  const file = inHome(home, 'lock')
  if (!existsSync(file)) return false
  const db = new DatabaseSync(file, { timeout: 0, readOnly: true })
  try {
    db.exec('select 1 from sqlite_schema')
    return false
  } catch (error) {
    return Number((error as { errcode?: number }).errcode) === BUSY
  } finally {
    db.close()
  }
}

/** The card of the running coordinator; null when none runs, even if an earlier one left its card behind. */
export function findCoordinator(home: string): CoordinatorCard | null {
  const file = inHome(home, 'coordinator')
  if (!existsSync(file)) return null
  const card = cardFrom(readFileSync(file, 'utf8'))
  return card !== null && isAlive(card.process) ? card : null
}

/** The coordinator that is stopped (SIGSTOP), and when it was last alive, to the second; null: none is. */
export function findFrozen(home: string, run: RunId): Frozen | null {
  const coordinator = findCoordinator(home)
  if (coordinator?.run !== run || !isStopped(coordinator.process)) return null
  const since = statSync(inHome(home, 'coordinator'), { throwIfNoEntry: false })?.mtimeMs
  return { pid: coordinator.process.pid, since: Math.floor(since ?? coordinator.since) }
}

/** A machine that loses power may leave an empty file. */
function cardFrom(text: string): CoordinatorCard | null {
  try {
    const card = JSON.parse(text) as Partial<CoordinatorCard> | null
    return card?.process?.startedAt === undefined ? null : (card as CoordinatorCard)
  } catch {
    return null
  }
}
