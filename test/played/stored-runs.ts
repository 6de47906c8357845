/** Writes simulated runs into the store of a folder, as if they had been conducted there. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../src/core/run/event.ts'
import type { AttemptId } from '../../src/core/value/ids.ts'
import { runId } from '../../src/core/value/ids.ts'
import { openSqliteEventStore } from '../../src/store/sqlite-event-store.ts'
import type { Game } from './play.ts'

export interface StoredRun {
  readonly game: Game
  /** When it began, as Date.parse reads it; left out: now. */
  readonly at?: string
}

/** They are numbered after the runs that are there. */
export function storeRuns(folder: string, runs: readonly StoredRun[]): void {
  mkdirSync(join(folder, '.conductor'), { recursive: true })
  const store = openSqliteEventStore(join(folder, '.conductor', 'conductor.db'))
  try {
    for (const { game, at } of runs) {
      const before = store.lastSequence()
      const began = at === undefined ? Date.now() : Date.parse(at)
      const number = Number(store.newestRun() ?? 0) + 1
      store.append(
        game.events.map((event, index) => ({
          ...inRun(event, number),
          sequence: before + index + 1,
          at: event.at + began,
        })),
      )
    }
  } finally {
    store.close()
  }
}

function inRun(event: Event, number: number): Event {
  const run = runId(number)
  if (!('attempt' in event)) return { ...event, run }
  return { ...event, run, attempt: event.attempt.replace(/^1-/, `${run}-`) as AttemptId }
}
