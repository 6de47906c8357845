/** The attempt runner in this process: agents work in the user's folder, or in worktrees of the workshop. */
import { withoutDelivery, type AttemptEnd } from '../../core/run/after-attempt.ts'
import type { Failure } from '../../core/run/failure.ts'
import type { AttemptId } from '../../core/value/ids.ts'
import { attemptInProcess, type AttemptInProcess } from './attempt-in-process.ts'
import { attemptInWorktree } from './attempt-in-worktree.ts'
import type { Agent } from '../ports.ts'
import { failedWith } from '../sealing.ts'
import type { AttemptRunner } from '../attempt-runner.ts'
import type { Workshop } from '../git-workshop.ts'

/**
 * workshop: null when orders are for the user's folder only. isFolderThere: whether the user's folder is still the one
 * that the run began in; an agent can delete or rename it.
 */
export function inProcessRunner(
  agent: Agent,
  workshop: Workshop | null,
  isFolderThere: () => boolean = () => true,
): AttemptRunner {
  const working = new Map<AttemptId, AttemptInProcess>()
  return {
    async attempt(order, listener) {
      const attempt = attemptInProcess(agent, order, listener)
      working.set(order.attempt, attempt)
      try {
        return await carryOut(attempt, workshop, isFolderThere)
      } finally {
        working.delete(order.attempt)
      }
    },
    tell: (attempt, message) => working.get(attempt)?.tell(message),
    onWorkerProcess: (listener) => agent.onWorkerProcess(listener),
  }
}

async function carryOut(
  attempt: AttemptInProcess,
  workshop: Workshop | null,
  isFolderThere: () => boolean,
): Promise<AttemptEnd> {
  const { place } = attempt.order
  if (place.is === 'folder') return attemptInFolder(attempt, place.directory, isFolderThere)
  if (workshop === null) throw new Error(`${attempt.order.attempt} needs a worktree`)
  return attemptInWorktree(attempt, place, workshop)
}

async function attemptInFolder(
  attempt: AttemptInProcess,
  directory: string,
  isFolderThere: () => boolean,
): Promise<AttemptEnd> {
  const folderGone: Failure = { is: 'folder-gone', path: directory, movedTo: null, branch: null }
  if (!isFolderThere()) return withoutDelivery(failedWith(folderGone))
  const place = { directory, environment: {}, isWorktree: false }
  const outcome = await attempt.retryWhileHindered(() => attempt.work(place), attempt.stopped)
  const isLost = outcome.is === 'succeeded' && !isFolderThere()
  return withoutDelivery(isLost ? failedWith(folderGone) : outcome)
}
