/** How long a plan likely takes: tasks rarely take their estimates, and with many at once the slowest one counts. */
import { plannedRun } from '../plan/plan-changes.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunSettings } from '../run/event.ts'
import { timeLeft, type TimeLeft } from './time-left.ts'

/** Larger plans are not played often enough for this while somebody waits. */
const MOST_TASKS = 20_000

export type LikelyTime = Pick<TimeLeft, 'seconds' | 'low' | 'high'>

/** null: the plan is too large. */
export const likelyTime = (plan: Plan, settings: RunSettings): LikelyTime | null =>
  plan.tasks.length > MOST_TASKS ? null : timeLeft(plannedRun(plan, settings), 0)

/** For programs. */
export const likelyDocument = (likely: LikelyTime | null) =>
  likely && { seconds: likely.seconds, low_s: likely.low, high_s: likely.high }
