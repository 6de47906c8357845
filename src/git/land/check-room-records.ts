/** A small JSON file for each room for checks, so that the next process knows which rooms there are. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProcessIdentity } from '../../core/run/event.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { isAlive } from '../../processes/process-table.ts'

export interface RoomRecord {
  readonly path: string
  /** The process that runs checks in the room; null: unknown, so the room counts as left. */
  readonly holder: ProcessIdentity | null
  /** The commit that the setup was last run on, and its command line; null: the room is not set up. */
  readonly setUp: { readonly commit: string; readonly line: string } | null
}

export interface RoomRecords {
  all(): readonly RoomRecord[]
  write(record: RoomRecord): RoomRecord
  forget(path: string): void
}

export function openRoomRecords(home: string): RoomRecords {
  const folder = inHome(home, 'checkRooms')
  const fileOf = (path: string): string => join(folder, `${basename(path)}.json`)
  return {
    all() {
      const names = existsSync(folder) ? readdirSync(folder) : []
      return names.map((name) => recordIn(join(folder, name))).filter((record) => record !== null)
    },
    write(record) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(fileOf(record.path), JSON.stringify(record), { mode: 0o600 })
      return record
    },
    forget: (path) => rmSync(fileOf(path), { force: true }),
  }
}

/** The process that ran checks in the room is gone. */
export const isLeft = ({ holder }: RoomRecord): boolean => holder === null || !isAlive(holder)

/**
 * null when the file cannot be read: a power cut may leave an empty file. The room's folder stays, and its
 * name stays taken.
 */
function recordIn(file: string): RoomRecord | null {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<RoomRecord> | null
    if (typeof record?.path !== 'string') return null
    return { path: record.path, holder: record.holder ?? null, setUp: record.setUp ?? null }
  } catch {
    return null
  }
}
