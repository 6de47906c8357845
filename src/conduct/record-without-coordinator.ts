/** Records facts while no coordinator has the run: before it begins, or when it is resumed. */
import type { Event, Fact } from '../core/run/event.ts'
import type { Run } from '../core/run/run.ts'
import type { Clock, EventStore } from './ports.ts'
import { recorder } from './recorder.ts'

export interface RecordPorts {
  readonly store: EventStore
  readonly clock: Clock
  readonly onEvents: (events: readonly Event[]) => void
}

export function recordWithoutCoordinator(
  run: Run,
  facts: readonly Fact[],
  { store, clock, onEvents }: RecordPorts,
): void {
  const { record, commit } = recorder(run, store, clock)
  record(facts)
  onEvents(commit())
}
