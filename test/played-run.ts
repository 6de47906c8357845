/** A run that was only played in the head, in the store of a folder: of any size, and with times as in a real one. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteEventStore } from '../src/store/sqlite-event-store.ts'
import { playGame, type Script } from './play.ts'

/** As if it had begun this moment. */
export function writePlayedRun(folder: string, notation: string, script: Script = {}): void {
  const { events } = playGame(notation, script)
  const began = Date.now()
  mkdirSync(join(folder, '.conductor'), { recursive: true })
  const store = openSqliteEventStore(join(folder, '.conductor', 'conductor.db'))
  store.append(events.map((event) => ({ ...event, at: event.at + began })))
  store.close()
}
