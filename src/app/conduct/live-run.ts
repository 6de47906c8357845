/** A run to look at while it goes on: that of this process, or one that another process conducts. */
import { attemptFolder } from '../../core/value/home-paths.ts'
import { transcriptTail } from '../../agents/transcript/read-transcript.ts'
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Ask } from '../../core/ask/ask.ts'
import type { Event } from '../../core/run/event.ts'
import type { AttemptId } from '../../core/value/ids.ts'
import { applyEvent } from '../../core/run/apply-event.ts'
import type { Run } from '../../core/run/run.ts'
import { sayRefusal } from '../../core/say/say-failure.ts'
import type { SqliteEventStore } from '../../store/sqlite-event-store.ts'
import type { AskResult, LiveRun } from '../../tui/live-run.ts'
import { reachCoordinator, reachWhoever } from '../ask/reach-coordinator.ts'

/** moved() calls all listeners. */
export interface Movement {
  subscribe(listener: () => void): () => void
  moved(): void
}

export function movement(): Movement {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    moved: () => listeners.forEach((listener) => listener()),
  }
}

export function liveRun(
  current: () => Run,
  home: string,
  moves: Movement,
  ask: (ask: Ask) => Promise<Reply>,
): LiveRun {
  const tail = (id: AttemptId, lines: number): readonly string[] => {
    const run = current()
    const attempt = run.attempts.get(id)!
    return transcriptTail(attemptFolder(home, { ...attempt, run: run.id }), lines)
  }
  return {
    current,
    subscribe: moves.subscribe,
    lastLine: (attempt) => tail(attempt, 1)[0] ?? null,
    log: (task, lines) => {
      const attempt = current().attemptsOf.get(task)?.at(-1)
      return attempt === undefined ? [] : tail(attempt, lines)
    },
    ask: async (asked) => asResult(await ask(asked)),
  }
}

export interface Following extends Disposable {
  /** Reads the events recorded since the last look. */
  look(): void
}

/** Follows a run through the store; ten looks a second cost next to nothing. */
export function followRun(
  store: SqliteEventStore,
  run: Run,
  onEvents: (events: readonly Event[]) => void,
): Following {
  const look = (): void => {
    const events = [...store.eventsOf(run.id, run.sequence)]
    for (const event of events) applyEvent(run, event)
    if (events.length > 0) onEvents(events)
  }
  const timer = setInterval(look, 100)
  return { look, [Symbol.dispose]: () => clearInterval(timer) }
}

/** Asks the coordinator that runs at the moment of asking. */
export async function askFromAfar(home: string, ask: Ask): Promise<Reply> {
  const answered = await reachWhoever(home, (card) => reachCoordinator(card, ask)).catch(() => null)
  return answered?.reply ?? { accepted: false, refusal: { is: 'run-is-over' } }
}

const asResult = (reply: Reply): AskResult =>
  reply.accepted ? reply : { accepted: false, why: sayRefusal(reply.refusal) }
