/** Only an attempt that is at work may report something, or be spoken to. */
import { stateOf, type Run } from '../run/run.ts'
import type { AttemptId } from '../value/ids.ts'
import { refuse, type Answer } from './answer.ts'

export function isAtWork(run: Run, attempt: AttemptId): boolean {
  const task = run.attempts.get(attempt)?.task
  const state = task === undefined ? null : stateOf(run, task)
  return state?.is === 'working' && state.attempt === attempt
}

export const attemptIsOver = (attempt: AttemptId): Answer =>
  refuse({ is: 'attempt-is-over', attempt })
