/** How a task stands, in one sentence. */
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { deliveryOf, stateOf, type Run } from '../../../../src/core/run/run.ts'
import { sayFailure, saySkip } from '../../../../src/core/say/say-failure.ts'
import { sayCondition, sayStuck } from '../../../../src/core/say/say-stuck.ts'
import { sayTrouble } from '../../../../src/core/say/say-trouble.ts'
import { sayWait } from '../../../../src/core/say/say-wait.ts'
import { whyWaiting } from '../../../../src/core/schedule/why-waiting.ts'

export function sayStand(run: Run, task: TaskId, now: number): string {
  const state = stateOf(run, task)
  switch (state.is) {
    case 'waiting': {
      return sayWait(whyWaiting(run, task, now)!, now)
    }
    case 'working': {
      const { condition, progress } = run.attempts.get(state.attempt)!
      return sayCondition(condition, now) ?? progress?.note ?? `agent ${state.worker} is at it`
    }
    case 'stuck':
      return sayStuck(state.why)
    case 'landing':
      return LANDING[state.phase]
    case 'review':
      return sayTrouble(state.trouble)
    case 'landed':
      if (state.commit === null) return 'done'
      return deliveryOf(run, task) === null
        ? 'it has changed nothing'
        : `as ${state.commit.slice(0, 9)}`
    case 'failed':
      return sayFailure(state.failure)
    case 'skipped':
      return saySkip(state.because)
    case 'cancelled':
      return 'given up; what was made is kept'
  }
}

const LANDING = {
  asked: 'what you changed in its worktree is taken in',
  queued: 'waits for its turn to be merged',
  checking: 'merged; the check is running',
} as const
