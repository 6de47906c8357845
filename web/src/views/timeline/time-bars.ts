/** Every stretch of time that the timeline draws, in seconds since the run began. */
import type { PlanGraph } from '../../../../src/core/plan/graph.ts'
import type { AttemptId } from '../../../../src/core/value/ids.ts'
import { stateOf, type Attempt, type Run } from '../../../../src/core/run/run.ts'
import { secondsOf } from '../../../../src/core/report/worker-results.ts'
import { sayStanding, standingOf } from '../../../../src/core/report/task-standing.ts'
import type { Bar } from '../../../../src/core/schedule/simulate.ts'
import { sayAttempt } from './say-attempt.ts'

export interface TimeBar {
  /** Unique among all bars. */
  readonly key: string
  /** The index of its task in the plan. */
  readonly task: number
  readonly look: Look
  readonly worker: number
  readonly start: number
  readonly end: number
  /** Until then its delivery was being merged and checked; the same as `end` if there was none. */
  readonly landedBy: number
  /** null: the bar is only a prediction. */
  readonly attempt: AttemptId | null
  /** The seconds of work, which the summary shows, too: starting and clearing up are on the axis, but are no work. */
  readonly worked: number
  /** The bar in words: "attempt 2 of 3 failed, exit code 1", "predicted". */
  readonly told: string
  /** The number of the attempt, if it is not the first one. */
  readonly retry?: number
  /** The delivery had a merge conflict. */
  readonly hasConflict?: boolean
  /** Until this time, from the end of the bar on, the task waited for a person. */
  readonly waitedUntil?: number
}

/** delivered: succeeded, but not landed. coming: how the run should go on. predicted: how it should have gone. */
export type Look =
  | 'working'
  | 'succeeded'
  | 'delivered'
  | 'failed'
  | 'cut-off'
  | 'asked'
  | 'lost'
  | 'coming'
  | 'predicted'

/** The attempts, in the order in which they started. */
export const attemptBars = (run: Run, now: number): readonly TimeBar[] =>
  [...run.attempts.values()].map((attempt) => attemptBar(run, attempt, now))

function attemptBar(run: Run, attempt: Attempt, now: number): TimeBar {
  const endedAt = attempt.ended?.at ?? now
  const waitedUntil = waitEnd(run, attempt, now)
  const hasConflict = isConflicted(run, attempt)
  return {
    key: attempt.id,
    task: run.graph.indexOf.get(attempt.task)!,
    look: lookOf(run, attempt),
    worker: attempt.worker,
    start: since(run, attempt.startedAt),
    end: since(run, Math.max(endedAt, attempt.startedAt)),
    landedBy: since(run, Math.max(landedAt(run, attempt, now) ?? endedAt, endedAt)),
    attempt: attempt.id,
    worked: secondsOf(attempt, now),
    told: [
      sayAttempt(attempt, run.attemptsOf.get(attempt.task)!.length),
      ...needOf(run, attempt, now),
    ].join('; '),
    ...(attempt.number > 1 && { retry: attempt.number }),
    ...(hasConflict && { hasConflict }),
    ...(waitedUntil !== null && { waitedUntil: since(run, waitedUntil) }),
  }
}

function lookOf(run: Run, attempt: Attempt): Look {
  switch (attempt.ended?.outcome.is) {
    case undefined:
      return 'working'
    case 'succeeded':
      return isOnItsWay(run, attempt) ? 'succeeded' : 'delivered'
    case 'failed':
    case 'asked':
    case 'lost':
      return attempt.ended.outcome.is
    case 'cancelled':
    case 'preempted':
    case 'over-budget':
      return 'cut-off'
  }
}

/** All attempts but the one that landed. */
const isConflicted = (run: Run, attempt: Attempt): boolean =>
  run.conflicted.has(attempt.task) &&
  attempt.ended?.outcome.is === 'succeeded' &&
  !isOnItsWay(run, attempt)

/** The time until which the task waited for a person after this attempt; null: it did not wait. */
function waitEnd(run: Run, attempt: Attempt, now: number): number | null {
  const outcome = attempt.ended?.outcome.is
  const isReview = isNewest(run, attempt) && stateOf(run, attempt.task).is === 'review'
  if (outcome !== 'asked' && outcome !== 'over-budget' && !isReview) return null
  const next = run.attemptsOf
    .get(attempt.task)!
    .map((id) => run.attempts.get(id)!)
    .find(({ number }) => number === attempt.number + 1)
  return next?.startedAt ?? run.ended?.at ?? now
}

const isNewest = (run: Run, { id, task }: Attempt): boolean =>
  run.attemptsOf.get(task)?.at(-1) === id

/** The delivery of this attempt has landed, or is landing. */
function isOnItsWay(run: Run, attempt: Attempt): boolean {
  const { is } = stateOf(run, attempt.task)
  return isNewest(run, attempt) && (is === 'landed' || is === 'landing')
}

function needOf(run: Run, attempt: Attempt, now: number): readonly string[] {
  const isNeeded = stateOf(run, attempt.task).is === 'review' && isNewest(run, attempt)
  return isNeeded ? [sayStanding(standingOf(run, attempt.task, { now, isConducted: true }))] : []
}

/** Until when the delivery of this attempt was landing; null: it was not, as far as is known. */
function landedAt(run: Run, attempt: Attempt, now: number): number | null {
  if (attempt.ended === null || !isNewest(run, attempt)) return null
  const state = stateOf(run, attempt.task)
  if (state.is === 'landing') return now
  if (state.is === 'review') return state.since
  return state.is === 'landed' ? state.at : null
}

/** The prediction for the whole run, made before it began. */
export const predictedBars = (bars: readonly Bar[], graph: PlanGraph): readonly TimeBar[] =>
  bars.map((bar) => foreseen(bar, graph, 'predicted', 0))

/** How the run should go on from `now`, with the rest of the attempts that are at work. */
export const comingBars = (
  bars: readonly Bar[],
  graph: PlanGraph,
  now: number,
): readonly TimeBar[] =>
  bars
    .filter((bar) => bar.endSeconds > bar.startSeconds)
    .map((bar) => foreseen(bar, graph, 'coming', now))

function foreseen(bar: Bar, graph: PlanGraph, look: 'coming' | 'predicted', from: number): TimeBar {
  const end = from + bar.endSeconds
  return {
    key: `${look} ${bar.id}`,
    task: graph.indexOf.get(bar.id)!,
    look,
    worker: bar.worker,
    start: from + bar.startSeconds,
    end,
    landedBy: end,
    attempt: null,
    worked: bar.endSeconds - bar.startSeconds,
    told: look === 'coming' ? 'expected' : 'predicted',
  }
}

/** The agent did all of its work, so its time can be compared with the prediction. */
export const endedWell = ({ look }: TimeBar): boolean =>
  look === 'succeeded' || look === 'delivered'

export const since = (run: Run, at: number): number => (at - run.startedAt) / 1000
