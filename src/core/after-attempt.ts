/** What becomes true of a task when an attempt at it has ended: S6 and S7. */
import { skipBehind } from './ask.ts'
import type { Fact, RunStatus } from './event.ts'
import type { Failure, Outcome } from './failure.ts'
import { DEFAULT_RETRY, isWorthRetrying, retryDelay } from './retry.ts'
import { nothingLeft, stateOf, taskOf, type Attempt, type Run } from './run.ts'

export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number
  /** In [0, 1). */
  readonly chance: number
}

export function afterAttempt(
  run: Run,
  attempt: Attempt,
  outcome: Outcome,
  moment: Moment,
): readonly Fact[] {
  const { task } = attempt
  const ended: Fact = { type: 'attempt-ended', task, attempt: attempt.id, outcome }
  switch (outcome.is) {
    case 'succeeded':
      return [ended, { type: 'task-landed', task, commit: null }]
    case 'failed':
      return [ended, ...afterFailure(run, attempt, outcome, moment)]
    case 'cancelled':
      return [ended, { type: 'task-cancelled', task }, ...skipBehind(run, task)]
    case 'preempted':
    case 'lost':
      return run.cancelled ? [ended, { type: 'task-cancelled', task }] : [ended]
  }
}

/** null while something is still to be done. */
export function endOfRun(run: Run): Fact | null {
  if (!nothingLeft(run) || run.ended !== null) return null
  return { type: 'run-ended', status: statusOf(run) }
}

function statusOf(run: Run): RunStatus {
  if (run.cancelled) return 'cancelled'
  return run.counts.landed === run.plan.tasks.length ? 'completed' : 'failed'
}

function afterFailure(
  run: Run,
  { task }: Attempt,
  { failure, lastLines }: Outcome & { is: 'failed' },
  moment: Moment,
): readonly Fact[] {
  const retryAt = whenToRetry(run, task, failure, moment)
  if (retryAt !== null) return [{ type: 'retry-scheduled', task, retryAt }]
  return [{ type: 'task-failed', task, failure, lastLines }, ...skipBehind(run, task)]
}

function whenToRetry(
  run: Run,
  task: Attempt['task'],
  failure: Failure,
  moment: Moment,
): number | null {
  const said = taskOf(run, task).retry
  const policy = said ?? DEFAULT_RETRY
  const state = stateOf(run, task)
  const tries = state.is === 'working' ? state.tries : policy.maxAttempts
  if (run.cancelled || tries >= policy.maxAttempts || !isWorthRetrying(failure, said)) return null
  return moment.now + retryDelay(policy, tries, moment.chance) * 1000
}
