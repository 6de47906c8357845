/** Changes a run that has no coordinator, and records the change. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event, Fact } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import {
  findCoordinator,
  takeCoordinatorLock,
  type CoordinatorLock,
} from '../../store/coordinator-lock.ts'
import type { Workspace } from '../place/workspace.ts'
import { openRunAlone } from './open-run-alone.ts'
import { AlreadyConducted } from './reach-coordinator.ts'

/** Takes the lock of the coordinator. A second command waits until the first has recorded its change. */
export async function workAlone<Result>(
  workspace: Workspace,
  id: RunId,
  work: (run: Run, record: (facts: readonly Fact[]) => void) => Promise<Result>,
  onEvents: (events: readonly Event[]) => void = () => {},
): Promise<Result> {
  using alone = openRunAlone(workspace, id, await waitForLock(workspace), onEvents)
  const result = await work(alone.run, alone.record)
  alone.summarise()
  return result
}

/** Milliseconds. */
const PATIENCE = 10_000

/** Throws AlreadyConducted when a coordinator has the lock, or another command does not release it in time. */
export async function waitForLock({ home }: Workspace): Promise<CoordinatorLock> {
  for (let waited = 0; ; waited += 50) {
    const lock = takeCoordinatorLock(home)
    if (lock !== null) return lock
    const other = findCoordinator(home)
    if (other !== null || waited >= PATIENCE) throw new AlreadyConducted(other)
    await sleep(50)
  }
}
