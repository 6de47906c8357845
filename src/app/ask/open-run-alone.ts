/** A run that only this process may change, because it holds the lock of the coordinator. */
import { recordWithoutCoordinator } from '../../conduct/record-without-coordinator.ts'
import type { Event, Fact } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { CoordinatorLock } from '../../store/coordinator-lock.ts'
import { openStoreToWrite, readRun } from '../look/read-runs.ts'
import { summariseAgain } from '../look/summary-file.ts'
import { systemClock } from '../place/system-clock.ts'
import type { Workspace } from '../place/workspace.ts'

interface RunAlone extends Disposable {
  readonly run: Run
  readonly record: (facts: readonly Fact[]) => void
  /** Writes the summary of a run that is over again. */
  summarise(): void
}

/** Releases the lock in any case: when it is disposed, or when the run cannot be read. */
export function openRunAlone(
  workspace: Workspace,
  id: RunId,
  lock: CoordinatorLock,
  onEvents: (events: readonly Event[]) => void = () => {},
): RunAlone {
  using opening = new DisposableStack()
  opening.defer(() => lock.release())
  const store = openStoreToWrite(workspace)
  opening.defer(() => store.close())
  const run = readRun(store, id)
  const open = opening.move()
  return {
    run,
    record: (facts) =>
      recordWithoutCoordinator(run, facts, { store, clock: systemClock, onEvents }),
    summarise() {
      if (run.ended !== null) summariseAgain(workspace, run)
    },
    [Symbol.dispose]: () => open.dispose(),
  }
}
