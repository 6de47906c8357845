/** Whether what somebody asks is so already: asking twice is no mistake. */
import type { Ask } from './ask.ts'
import { stateOf, type Run } from '../run/run.ts'
import { aimOf } from '../run/task-state.ts'

/** For asks that were refused, by the run as it stands. */
export function isAlreadySo(run: Run, ask: Ask): boolean {
  if (ask.ask === 'cancel-run') return run.cancelled || run.ended?.status === 'cancelled'
  if (ask.ask === 'accept-branch')
    return (run.movedBranches.get(ask.branch)?.settled ?? null) !== null
  if (!('task' in ask) || ask.task === null || !run.graph.indexOf.has(ask.task)) return false
  const { task } = ask
  const state = stateOf(run, task)
  switch (ask.ask) {
    case 'cancel':
      return state.is === 'cancelled'
    case 'skip':
      return state.is === 'skipped'
    case 'retry':
      return state.is === 'waiting' || state.is === 'working'
    case 'approve':
      return state.is === 'landing' || state.is === 'landed' || run.approved.has(task)
    case 'land':
      return state.is === 'landing' || state.is === 'landed'
    case 'preempt':
      return state.is === 'waiting'
    case 'reject': {
      const aim = 'purpose' in state ? aimOf(state.purpose) : null
      return aim?.is === 'redo' && aim.why === ask.why
    }
    default:
      return false
  }
}
