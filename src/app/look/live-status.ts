/** A run as its events tell it, together with what its coordinator cannot record. */
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Frozen } from '../../core/report/attention-document.ts'
import type { Hindrance } from '../../core/run/hindrance.ts'
import type { Run } from '../../core/run/run.ts'
import { formatSize } from '../../core/value/size.ts'
import { heldUp } from '../../server/control/ask-coordinator.ts'
import { findCoordinator, findFrozen } from '../../store/coordinator-lock.ts'
import { isWritable } from '../place/is-writable.ts'
import type { Workspace } from '../place/workspace.ts'

export interface LiveStatus {
  readonly run: Run
  readonly isConducted: boolean
  /** The coordinator, if it is stopped (SIGSTOP). */
  readonly frozen: Frozen | null
}

export async function liveStatus(run: Run, workspace: Workspace): Promise<LiveStatus> {
  const coordinator = findCoordinator(workspace.home)
  if (coordinator?.run !== run.id)
    return { run: asLeft(run, workspace), isConducted: false, frozen: null }
  // A stopped coordinator would not answer; its recorded events can be shown at once.
  const frozen = findFrozen(workspace.home, run.id)
  if (frozen !== null) return { run, isConducted: true, frozen }
  return { run: hinderedBy(run, await heldUp(coordinator.socket)), isConducted: true, frozen: null }
}

const hinderedBy = (run: Run, by: Hindrance | null): Run =>
  by === null ? run : { ...run, hindered: { ...by, since: run.lastEventAt } }

/** When the disk was full, not even that could be recorded, so this looks whether it still is. */
const asLeft = (run: Run, workspace: Workspace): Run =>
  run.ended === null && run.hindered === null ? hinderedBy(run, inTheWay(workspace)) : run

/** Bytes. With less space than this hardly anything can be recorded. */
const ALMOST_NOTHING = 256 * 1024

/** What would keep the run from going on now; null: nothing that can be seen from here. */
function inTheWay({ root, home }: Workspace): Hindrance | null {
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize < ALMOST_NOTHING)
    return { is: 'disk-full', detail: `${formatSize(bavail * bsize)} left for ${home}` }
  const closed = [home, join(root, '.git')].find((path) => !isWritable(path))
  return closed === undefined ? null : { is: 'not-writable', detail: `${closed} is read-only` }
}
