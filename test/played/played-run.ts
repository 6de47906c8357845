/** Writes a simulated run to the store of a folder: of any size, and with times as in a real one. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../src/core/run/event.ts'
import { openSqliteEventStore } from '../../src/store/sqlite-event-store.ts'
import { Game, planFrom, playGame, type Script } from './play.ts'

/** Writes a whole run, as if it had begun now. */
export function writePlayedRun(folder: string, notation: string, script: Script = {}): void {
  writeEvents(folder, playGame(notation, script).events)
}

/** Writes only the start of a run, because to play a large one takes long. */
export function writeBegunRun(folder: string, notation: string, agents: number): void {
  writeEvents(folder, new Game(planFrom(notation), { agents }).events)
}

function writeEvents(folder: string, events: readonly Event[]): void {
  const began = Date.now()
  mkdirSync(join(folder, '.conductor'), { recursive: true })
  const store = openSqliteEventStore(join(folder, '.conductor', 'conductor.db'))
  store.append(events.map((event) => ({ ...event, at: event.at + began })))
  store.close()
}
