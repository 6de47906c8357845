/** Gives every task of a plan an estimate: what was said or assumed, corrected by what runs here really took. */
import { NO_CONFLICT_HISTORY, type ConflictHistory } from './conflict-history.ts'
import type { Plan, Task } from '../plan/plan.ts'
import { asGuess } from '../value/duration.ts'
import type { TaskId } from '../value/ids.ts'
import { median } from '../value/median.ts'
import { estimateOf, type Estimate } from './estimate.ts'
import { COMMAND, kindOfWork } from './kind-of-work.ts'
import { expectedOf, NOTHING_LEARNED, type Learned } from './learned.ts'
import { shiftOf } from './shift.ts'
import { intervalOf, SCALES_TO_NINE_OF_TEN, type Spread } from './spread.ts'

export interface Knowledge {
  readonly learned: Learned
  /** How long the very same work took before, by its task; the newest first. */
  readonly sameWork: ReadonlyMap<TaskId, readonly number[]>
  /** How often tasks on one file have conflicted, and how long resolving took. */
  readonly conflicts: ConflictHistory
}

export const NO_KNOWLEDGE: Knowledge = {
  learned: NOTHING_LEARNED,
  sameWork: new Map(),
  conflicts: NO_CONFLICT_HISTORY,
}

/** As many attempts as this have to be known before they count more than the other tasks of the plan. */
const ENOUGH = 3

export function withEstimates(plan: Plan, knowledge: Knowledge = NO_KNOWLEDGE): Plan {
  const estimates = plan.tasks.map((task) => knownEstimate(task, knowledge))
  const usual = median(estimates.filter((one) => one !== null).map(({ seconds }) => seconds))
  return {
    ...plan,
    tasks: plan.tasks.map((task, i) => ({
      ...task,
      estimate: estimates[i] ?? assumedEstimate(task, knowledge.learned, usual),
    })),
  }
}

/** null: the task has no estimate, and has never been done before. */
function knownEstimate(task: Task, { learned, sameWork }: Knowledge): Estimate | null {
  const { given, from } = task.estimate
  const before = sameWork.get(task.id) ?? []
  if (before.length > 0) return measuredEstimate(task, before, learned)
  return given === null
    ? null
    : estimateOf({
        ...wholeOf(intervalOf(expectedOf(learned, kindOfWork(task), given)), given),
        from,
        given,
      })
}

/** A command takes nearly the same time again, an agent does not. */
const scaleOfSame = (agent: string): number =>
  Math.log(agent === COMMAND ? 1.35 : 1.7) / SCALES_TO_NINE_OF_TEN

/** What was measured counts most; what was said counts, too, as long as there is little else. */
function measuredEstimate(task: Task, before: readonly number[], learned: Learned): Estimate {
  const { given } = task.estimate
  const kind = kindOfWork(task)
  const scale = scaleOfSame(kind.agent)
  const middle = Math.max(median(before)!, 0.001)
  const measured: Spread = { middle, scale }
  const spread =
    given === null ? measured : weighed(expectedOf(learned, kind, given), before, scale)
  return estimateOf({ ...intervalOf(spread), from: 'history', given })
}

/** The standard deviation of a spread whose scale is 1. */
const DEVIATION = Math.PI / Math.sqrt(3)

function weighed(expected: Spread, before: readonly number[], scale: number): Spread {
  const sightings = before.map((seconds) => ({
    off: Math.log(Math.max(seconds, 0.001) / expected.middle),
    scale,
  }))
  const { by, give } = shiftOf(sightings, expected.scale * DEVIATION)
  return {
    middle: expected.middle * Math.exp(by),
    scale: Math.hypot(scale, give / DEVIATION),
  }
}

/** Nobody has said anything: what similar work took here, else the usual time of this plan, else the size of the task counts. */
function assumedEstimate(task: Task, learned: Learned, usual: number | undefined): Estimate {
  const expected = expectedOf(learned, kindOfWork(task), null)
  const isLearned = learned.attempts['not-said'] >= ENOUGH
  const middle = isLearned ? expected.middle : (usual ?? expected.middle)
  return estimateOf({
    ...wholeOf(intervalOf({ ...expected, middle })),
    from: 'default',
    given: null,
  })
}

/** A correction smaller than this share of what was said is noise, and what was said stays as it is. */
const NOISE = 0.05

/** An estimate looks like one: two hours, and not two hours and three minutes. */
const wholeOf = (
  { seconds, low, high }: ReturnType<typeof intervalOf>,
  said: number | null = null,
): ReturnType<typeof intervalOf> => ({
  seconds: said !== null && Math.abs(seconds - said) <= said * NOISE ? said : asGuess(seconds),
  low: whole(low),
  high: whole(high),
})

const whole = (seconds: number): number => (seconds < 10 ? seconds : Math.round(seconds))
