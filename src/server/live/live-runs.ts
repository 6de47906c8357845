/** Follows the newest run of the log as it grows; all listeners hear of its changes in the same order. */
import { isDeepStrictEqual } from 'node:util'
import { applyEvent, foldRun } from '../../core/run/apply-event.ts'
import type { Event } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { WhoConducts } from './messages.ts'

export type Movement =
  /** The events are already folded into the run, after the event `after`. */
  | { readonly is: 'events'; readonly after: number; readonly events: readonly Event[] }
  /** Another run is the newest now, or a run with the same number from another store. */
  | { readonly is: 'other-run' }
  /** Another process conducts the run, or none; or its coordinator was frozen, or continues. */
  | { readonly is: 'conducted' }

export interface LiveRuns extends Disposable {
  current(): Run | null
  conducted(): WhoConducts
  /** Reads what was recorded since the last look. Call it whenever something may have been. */
  look(): void
  subscribe(listener: (movement: Movement) => void): () => void
}

/** Milliseconds. The coordinator may die silently, or record while nothing calls look; a look takes 30 microseconds. */
const LOOK_EVERY = 50

/**
 * troubled: is told when the log could not be read; the next look tries again. every: milliseconds between its own
 * looks; null: it looks only when it is told to.
 */
export function followLog(
  { log, conductedRun, frozen }: Pick<ServedRepository, 'log' | 'conductedRun' | 'frozen'>,
  troubled?: (error: unknown) => void,
  every: number | null = LOOK_EVERY,
): LiveRuns {
  const listeners = new Set<(movement: Movement) => void>()
  let store = log.identity?.()
  let reached = log.lastSequence()
  let run = newest()
  let conducted = whoConducts()
  const timer = every === null ? undefined : setInterval(() => carefully(lookAround), every).unref()

  return {
    current: () => run,
    conducted: () => conducted,
    look: () => carefully(every === null ? lookAround : look),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }

  function carefully(look: () => void): void {
    try {
      look()
    } catch (error) {
      if (troubled === undefined) throw error
      troubled(error)
    }
  }

  function lookAround(): void {
    look()
    lookWhoConducts()
  }

  function look(): void {
    const [last, present] = [log.lastSequence(), log.identity?.()]
    if (last === reached && present === store) return
    if (run === null || log.newestRun() !== run.id || present !== store) startOver()
    else takeIn(run)
    reached = last
    store = present
  }

  function takeIn(run: Run): void {
    const events = [...log.eventsOf(run.id, run.sequence)]
    if (events.length === 0) return
    const after = run.sequence
    for (const event of events) applyEvent(run, event)
    tell({ is: 'events', after, events })
  }

  function startOver(): void {
    run = newest()
    conducted = whoConducts()
    tell({ is: 'other-run' })
  }

  function newest(): Run | null {
    const id = log.newestRun()
    return id === null ? null : foldRun(log.eventsOf(id))
  }

  function lookWhoConducts(): void {
    const now = whoConducts()
    if (isDeepStrictEqual(now, conducted)) return
    conducted = now
    tell({ is: 'conducted' })
  }

  function whoConducts(): WhoConducts {
    const isConducted = run !== null && conductedRun() === run.id
    return { conducted: isConducted, frozen: isConducted ? frozen(run!.id) : null }
  }

  function tell(movement: Movement): void {
    for (const listener of listeners) listener(movement)
  }
}
