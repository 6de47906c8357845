/** Whether only a person can bring a run further. */
import type { TaskId } from '../value/ids.ts'
import { landable } from '../landing/landing-order.ts'
import { nothingLeft, type Run } from './run.ts'
import type { Wait } from '../schedule/why-waiting.ts'

/** Nothing moves, and nothing will until a person has decided something. */
export function isUpToPeople(run: Run, waits: ReadonlyMap<TaskId, Wait>): boolean {
  if (run.ended !== null || run.counts.working > 0 || canLand(run)) return false
  const reasons = [...waits.values()].map(({ is }) => is)
  const isAsked = run.counts.review + run.counts.stuck > 0 || reasons.some((is) => ASKS.has(is))
  return isAsked && [...waits.values()].every(isUpToOthers)
}

/** The coordinator cannot end this wait: only a person, or the result of another task, can. */
export const isUpToOthers = ({ is }: Wait): boolean => WAITS_FOR_OTHERS.has(is)

/** Nothing moves because a person has paused the run or a batch, and knows how to continue it. */
export function isHeldByHand(run: Run, waits: ReadonlyMap<TaskId, Wait>): boolean {
  if (nothingLeft(run) || run.counts.working > 0 || canLand(run)) return false
  return run.paused || [...waits.values()].some(({ is }) => is === 'batch-paused')
}

/** Waits that need a person though no task is stuck or in review. */
const ASKS: ReadonlySet<Wait['is']> = new Set(['needs-human', 'over-budget', 'batch-paused'])

const WAITS_FOR_OTHERS: ReadonlySet<Wait['is']> = new Set([
  'needs-human',
  'on-tasks',
  'lane-busy',
  'batch',
  'over-budget',
  'batch-paused',
  'paused',
])

/** In a stack a delivery may have to wait for one below it that is in review. */
const canLand = (run: Run): boolean =>
  landable(run, new Set()).length > 0 ||
  run.states.some((state) => state.is === 'landing' && state.phase === 'asked')
