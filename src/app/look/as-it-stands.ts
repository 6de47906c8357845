/** A run as its events tell it, and what its coordinator cannot write down. */
import type { Run } from '../../core/run/run.ts'
import { isStopped } from '../../processes/process-table.ts'
import { heldUp } from '../../server/control/ask-coordinator.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'

export async function asItStands(
  run: Run,
  home: string,
): Promise<{ readonly run: Run; readonly isConducted: boolean }> {
  const coordinator = findCoordinator(home)
  if (coordinator?.run !== run.id) return { run, isConducted: false }
  // One that is stopped would keep us waiting; what it has written down can be told at once.
  const by = isStopped(coordinator.process) ? null : await heldUp(coordinator.socket)
  if (by === null) return { run, isConducted: true }
  const hindered = { ...by, since: run.lastEventAt }
  return { run: { ...run, hindered }, isConducted: true }
}
