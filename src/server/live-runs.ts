/** The newest run as the log has it, followed as it grows; everyone who looks is told in the same order. */
import { applyEvent, foldRun } from '../core/apply-event.ts'
import type { Event } from '../core/event.ts'
import type { RunId } from '../core/ids.ts'
import type { Run } from '../core/run.ts'
import type { EventLog } from './served-repository.ts'

export type Movement =
  /** They are already in the run. */
  | { readonly is: 'events'; readonly events: readonly Event[] }
  /** Another run is the newest now. */
  | { readonly is: 'other-run' }
  | { readonly is: 'conducted'; readonly conducted: boolean }

export interface LiveRuns extends Disposable {
  current(): Run | null
  isConducted(): boolean
  /** Takes in what has come since the last look. Call it whenever something may have. */
  look(): void
  subscribe(listener: (movement: Movement) => void): () => void
}

export function followLog(log: EventLog, conductedRun: () => RunId | null): LiveRuns {
  const listeners = new Set<(movement: Movement) => void>()
  let run: Run | null = newest()
  let reached = run?.sequence ?? 0
  let conducted = run !== null && conductedRun() === run.id
  const timer = setInterval(look, LOOK_EVERY).unref()

  return {
    current: () => run,
    isConducted: () => conducted,
    look,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }

  function look(): void {
    if (log.lastSequence() > reached) takeIn()
    const now = run !== null && conductedRun() === run.id
    if (now === conducted) return
    conducted = now
    tell({ is: 'conducted', conducted })
  }

  function takeIn(): void {
    const id = log.newestRun()
    if (run === null || id !== run.id) {
      run = newest()
      reached = run?.sequence ?? 0
      conducted = run !== null && conductedRun() === run.id
      return tell({ is: 'other-run' })
    }
    const events = [...log.eventsOf(run.id, run.sequence)]
    for (const event of events) applyEvent(run, event)
    reached = run.sequence
    tell({ is: 'events', events })
  }

  function newest(): Run | null {
    const id = log.newestRun()
    return id === null ? null : foldRun(log.eventsOf(id))
  }

  function tell(movement: Movement): void {
    for (const listener of listeners) listener(movement)
  }
}

/** Only as a safety net where nobody calls look: finding nothing costs some 10 microseconds. */
const LOOK_EVERY = 50
