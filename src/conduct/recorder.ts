/** The only place that makes events: gives facts a time and a number, folds them into the run, makes them durable. */
import type { Learned } from '../core/durations/learned.ts'
import type { Event, Fact, OnTopOf, RunSettings } from '../core/run/event.ts'
import { runId } from '../core/value/ids.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { PlanMaking } from '../core/run/plan-making.ts'
import { applyEvent, foldRun } from '../core/run/apply-event.ts'
import type { Run } from '../core/run/run.ts'
import type { Clock, EventStore } from './ports.ts'

export interface Recorder {
  /** Applies the facts to the run at once; others learn of them after the commit. */
  record(facts: readonly Fact[]): void
  /** One durable write for all facts since the last commit; returns the events. If it throws, nothing is forgotten. */
  commit(): readonly Event[]
}

/**
 * How the code beside the loop gets its facts recorded by the loop: the loop calls `facts` when it records them. Resolves
 * when they are durable.
 */
export type Tell = (facts: () => readonly Fact[]) => Promise<void>

export function recorder(run: Run, store: EventStore, clock: Clock): Recorder {
  let sequence = store.lastSequence()
  let pending: Event[] = []
  return {
    record(facts) {
      for (const fact of facts) {
        const event: Event = { ...fact, run: run.id, at: clock.now(), sequence: ++sequence }
        applyEvent(run, event)
        pending.push(event)
      }
    },
    commit() {
      const events = pending
      if (events.length > 0) store.append(events)
      pending = []
      return events
    },
  }
}

export interface RunRequest {
  readonly plan: Plan
  readonly settings: RunSettings
  readonly source: { readonly file: string | null; readonly digest: string }
  readonly planningSeconds: number
  readonly analysisSeconds?: number
  readonly learned?: Learned
  readonly planned?: PlanMaking
  readonly onTopOf?: OnTopOf
}

/** more: other facts that hold from the start; they become durable in the same write. */
export function beginRun(
  request: RunRequest,
  store: EventStore,
  clock: Clock,
  more: readonly Fact[] = [],
): Run {
  const run = runId(store.runs().length + 1)
  const at = clock.now()
  const first = store.lastSequence() + 1
  const facts: readonly Fact[] = [{ type: 'run-started', ...request }, ...more]
  const events = facts.map((fact, i): Event => ({ ...fact, run, at, sequence: first + i }))
  store.append(events)
  return foldRun(events)!
}
