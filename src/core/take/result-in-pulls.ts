/** The result of a run as far as pull requests bring it to the remote. A person who takes this part here, too, would get it twice. */
import { countPulls } from '../forge/count-pulls.ts'
import { isMerged, isOpen, type LanePull } from '../forge/lane-pull.ts'
import { laneOf } from '../plan/lanes.ts'
import { tasksWhere, type Run } from '../run/run.ts'
import { sayCount } from '../say/say-count.ts'
import type { TaskId } from '../value/ids.ts'

/** missing: the landed tasks that the user's branch does not have. null: the run has no pull request that is merged or open. */
export function sayResultInPulls(run: Run, missing: ReadonlySet<TaskId>): string | null {
  const landed = tasksWhere(run, ({ is }) => is === 'landed')
  const merged = landed.filter((task) => isMerged(run.pulls.get(laneOf(task))))
  const { open } = countPulls(run)
  const remote = run.publishing?.remote ?? ''
  const toPull = merged.some(({ id }) => missing.has(id)) ? ' (git pull brings them here)' : ''
  const parts = [
    ...(merged.length > 0 ? [`${sayMerged(merged.length, landed.length, remote)}${toPull}`] : []),
    ...(open > 0 ? [sayOpen(open, remote)] : []),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}

/** Whether all landed work is merged, as the forge shows it. Whether local branches have the work is asked of git instead. */
export const isMergedByPulls = (run: Run): boolean => everyLanded(run, isMerged)

/** All work that has landed is in pull requests that are open or merged: they bring it on, and nobody has to merge the branch of the run. */
export const isInPulls = (run: Run): boolean =>
  everyLanded(run, (pull) => isMerged(pull) || (pull !== undefined && isOpen(pull)))

function everyLanded(
  { landedWork, pulls }: Run,
  is: (pull: LanePull | undefined) => boolean,
): boolean {
  const lanes = [...landedWork].filter(([, pieces]) => pieces.length > 0)
  return lanes.length > 0 && lanes.every(([lane]) => is(pulls.get(lane)))
}

const sayMerged = (merged: number, landed: number, remote: string): string =>
  `${merged} of ${sayCount(landed, 'landed task')} ${merged === 1 ? 'is' : 'are'} merged already, by pull requests on ${remote}`

const sayOpen = (open: number, remote: string): string =>
  open === 1
    ? `1 pull request is open: merge it on ${remote} instead`
    : `${open} pull requests are open: merge them on ${remote} instead`
