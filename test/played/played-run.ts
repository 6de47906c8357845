/** A run that was only played in the head, in the store of a folder: of any size, and with times as in a real one. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../src/core/run/event.ts'
import { openSqliteEventStore } from '../../src/store/sqlite-event-store.ts'
import { Game, planFrom, playGame, type Script } from './play.ts'

/** As if it had begun this moment. */
export function writePlayedRun(folder: string, notation: string, script: Script = {}): void {
  writeEvents(folder, playGame(notation, script).events)
}

/** Nothing of it has been played yet, which takes long when it is large. */
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
