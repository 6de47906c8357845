/** The workplace in this process: agents work on this machine, in the user's folder or in worktrees of the workshop. */
import { withoutDelivery, type AttemptEnd } from '../../core/run/after-attempt.ts'
import type { AttemptId } from '../../core/value/ids.ts'
import { attemptHere, type AttemptHere } from './attempt-here.ts'
import { attemptInWorktree } from './attempt-in-worktree.ts'
import type { Agent } from '../ports.ts'
import type { Workplace } from '../workplace.ts'
import type { Workshop } from '../workshop.ts'

/** workshop: null when orders are for the user's folder only. */
export function workHere(agent: Agent, workshop: Workshop | null): Workplace {
  const working = new Map<AttemptId, AttemptHere>()
  return {
    async attempt(order, listener) {
      const attempt = attemptHere(agent, order, listener)
      working.set(order.attempt, attempt)
      try {
        return await carryOut(attempt, workshop)
      } finally {
        working.delete(order.attempt)
      }
    },
    tell: (attempt, message) => working.get(attempt)?.tell(message),
    onWorkerProcess: (listener) => agent.onWorkerProcess(listener),
  }
}

async function carryOut(attempt: AttemptHere, workshop: Workshop | null): Promise<AttemptEnd> {
  const { place } = attempt.order
  if (place.is === 'folder') return attemptInFolder(attempt, place.directory)
  if (workshop === null) throw new Error(`${attempt.order.attempt} needs a worktree`)
  return attemptInWorktree(attempt, place, workshop)
}

async function attemptInFolder(attempt: AttemptHere, directory: string): Promise<AttemptEnd> {
  const place = { directory, environment: {}, isWorktree: false }
  return withoutDelivery(await attempt.outlast(() => attempt.work(place), attempt.stopped))
}
