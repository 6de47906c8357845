/** Changes a run that has no coordinator, and records the change. */
import { setTimeout as sleep } from 'node:timers/promises'
import { recordWithoutCoordinator } from '../../conduct/record-without-coordinator.ts'
import type { Event, Fact } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import {
  findCoordinator,
  takeCoordinatorLock,
  type CoordinatorLock,
} from '../../store/coordinator-lock.ts'
import { openStoreToWrite, readRun } from '../look/read-runs.ts'
import { summariseAgain } from '../look/summary-file.ts'
import { systemClock } from '../place/system-clock.ts'
import type { Workspace } from '../place/workspace.ts'
import { AlreadyConducted } from './reach-coordinator.ts'

/** Takes the lock of the coordinator. A second command waits until the first has recorded its change. */
export async function workAlone<Result>(
  workspace: Workspace,
  id: RunId,
  work: (run: Run, record: (facts: readonly Fact[]) => void) => Promise<Result>,
  onEvents: (events: readonly Event[]) => void = () => {},
): Promise<Result> {
  const lock = await lockOf(workspace)
  try {
    const store = openStoreToWrite(workspace)
    try {
      const run = readRun(store, id)
      const ports = { store, clock: systemClock, onEvents }
      const result = await work(run, (facts) => recordWithoutCoordinator(run, facts, ports))
      if (run.ended !== null) summariseAgain(workspace, run)
      return result
    } finally {
      store.close()
    }
  } finally {
    lock.release()
  }
}

/** Milliseconds. */
const PATIENCE = 10_000

async function lockOf({ home }: Workspace): Promise<CoordinatorLock> {
  for (let waited = 0; ; waited += 50) {
    const lock = takeCoordinatorLock(home)
    if (lock !== null) return lock
    const other = findCoordinator(home)
    if (other !== null || waited >= PATIENCE) throw new AlreadyConducted(other)
    await sleep(50)
  }
}
