/** Which delivery stands again when an attempt to resolve what kept it from landing has left that unresolved. */
import type { Delivery } from '../landing/delivery.ts'
import type { Outcome } from './failure.ts'
import { aimOf, type Purpose } from './task-state.ts'

interface AttemptLeft {
  readonly outcome: Outcome
  readonly delivery: Delivery | null
  readonly unresolved: readonly unknown[]
}

/**
 * null: what the attempt left counts. Work that a person sent back is also changed for other reasons, so only
 * conflict markers take it back.
 */
export function putBackAfter(
  purpose: Purpose,
  { outcome, delivery, unresolved }: AttemptLeft,
): Delivery | null {
  const aim = aimOf(purpose)
  const before = aim.is === 'work' ? undefined : aim.delivery
  if (before === undefined || !isOver(outcome)) return null
  const hasMarks = unresolved.length > 0
  const isLeft =
    aim.is === 'redo' ? hasMarks : hasMarks || delivery === null || outcome.is !== 'succeeded'
  return isLeft ? before : null
}

/** No later attempt continues this resolution: it ended, failed, was cancelled or was cut off. */
const isOver = (outcome: Outcome): boolean =>
  outcome.is === 'succeeded' ||
  outcome.is === 'lost' ||
  outcome.is === 'cancelled' ||
  (outcome.is === 'failed' && outcome.failure.is !== 'rate-limited')
