/** How fast a run really is: what its own attempts teach about the tasks that are still to come. */
import type { Attempt, Run } from '../run/run.ts'
import { attemptsAt, stateAt, waitedBy } from '../run/run.ts'
import type { Task } from '../plan/plan.ts'
import { median } from '../value/median.ts'
import { workerOf } from './kind-of-work.ts'
import { landingOf } from './learned.ts'
import { shiftOf, widthOf, type Shift, type Sighting } from './shift.ts'
import { shareLonger, spreadOf, type Spread } from './spread.ts'

export interface RunPace {
  /** How long a task takes, apart from what all tasks have in common; it is off by `give` times any number, for all alike. */
  expected(task: Task): Spread & { readonly give: number }
  /** How many attempts of such tasks taught it, in earlier runs and in this one. */
  known(task: Task): number
  readonly landing: Spread | null
  /** How likely an attempt has to be repeated. */
  readonly retries: number
}

/** How far all tasks of a run are usually off together, as a standard deviation: while nothing was learned, and after. */
const TOGETHER = {
  said: { atFirst: 0.4, later: 0.2 },
  'not-said': { atFirst: 0.7, later: 0.3 },
  measured: { atFirst: 0.15, later: 0.15 },
} as const

type Basis = keyof typeof TOGETHER

/** As many attempts as this take away half of what is not known at first. */
const HALF_LEARNED = 10
/** How much agents differ within a run from what was expected of them. */
const AGENTS_DIFFER = 0.25
const TRUST_IN_WIDTH = 8

interface Seen extends Sighting {
  readonly basis: Basis
  readonly agent: string
}

interface Found {
  readonly shift: Shift
  readonly width: number
  readonly count: number
}

export function paceOf(run: Run, now: number): RunPace {
  const seen = sightingsIn(run, now)
  const byBasis = foundIn(
    seen,
    ({ basis }) => basis,
    (basis) => togetherIn(run, basis),
  )
  const rest = seen.map((one) => ({ ...one, off: one.off - byBasis.get(one.basis)!.shift.by }))
  const byAgent = foundIn(
    rest,
    ({ basis, agent }) => `${basis} ${agent}`,
    () => AGENTS_DIFFER,
  )
  return {
    expected(task) {
      const basis = basisOf(task)
      const common = byBasis.get(basis)
      const own = byAgent.get(`${basis} ${workerOf(task)}`)
      const { middle, scale } = alone(run, task)
      const by = (common?.shift.by ?? 0) + (own?.shift.by ?? 0)
      const give = Math.hypot(
        common?.shift.give ?? togetherIn(run, basis),
        own?.shift.give ?? AGENTS_DIFFER / 2,
      )
      return { middle: middle * Math.exp(by), scale: scale * (common?.width ?? 1), give }
    },
    known(task) {
      const basis = basisOf(task)
      const before = basis === 'measured' ? 1 : run.learned.attempts[basis]
      return before + (byBasis.get(basis)?.count ?? 0)
    },
    landing: landingIn(run),
    retries: retriesIn(run),
  }
}

function foundIn(
  seen: readonly Seen[],
  keyOf: (one: Seen) => string,
  usual: (basis: Basis) => number,
): ReadonlyMap<string, Found> {
  const groups = [...Map.groupBy(seen, keyOf)]
  return new Map(
    groups.map(([key, ones]) => {
      const shift = shiftOf(ones, usual(ones[0]!.basis))
      const count = ones.filter(({ goesOn }) => goesOn !== true).length
      return [key, { shift, width: widthOf(ones, shift.by, TRUST_IN_WIDTH), count }]
    }),
  )
}

const basisOf = ({ estimate }: Task): Basis => {
  if (estimate.from === 'history') return 'measured'
  return estimate.given === null ? 'not-said' : 'said'
}

function togetherIn({ learned }: Run, basis: Basis): number {
  const { atFirst, later } = TOGETHER[basis]
  const count = basis === 'measured' ? Infinity : learned.attempts[basis]
  const unknown = HALF_LEARNED / (HALF_LEARNED + count)
  return Math.sqrt(later ** 2 + (atFirst ** 2 - later ** 2) * unknown)
}

/** The standard deviation of a spread whose scale is 1. */
const DEVIATION = Math.PI / Math.sqrt(3)

/** The spread of a single task, without what all have in common. */
function alone(run: Run, task: Task): Spread {
  const { middle, scale } = spreadOf(task.estimate)
  const together = togetherIn(run, basisOf(task)) / DEVIATION
  return { middle, scale: Math.sqrt(Math.max(scale ** 2 - together ** 2, (scale * 0.6) ** 2)) }
}

/** Work that succeeded, and work that takes longer than expected already. */
function sightingsIn(run: Run, now: number): readonly Seen[] {
  return run.plan.tasks.flatMap((task, i): readonly Seen[] => {
    const state = stateAt(run, i)
    if (state.is === 'waiting' && state.tries === 0) return []
    const seconds = workedOn(run, task, now)
    if (seconds === null) return []
    const { middle, scale } = alone(run, task)
    const goesOn = state.is === 'working'
    if (goesOn && seconds < middle) return []
    const basis = basisOf(task)
    const off = Math.log(Math.max(seconds, 0.001) / middle)
    return [{ off, scale, basis, agent: workerOf(task), goesOn }]
  })
}

/** null: the work of the task has not been done, or it cannot be said how long that took. */
function workedOn(run: Run, task: Task, now: number): number | null {
  const attempts = attemptsAt(run, task.id)
  const last = attempts.findLast(isOwnWork)
  if (last === undefined) return null
  if (last.ended === null) return elapsedOf(run, task, now)
  if (attempts.some(({ ended }) => ended?.outcome.is === 'lost')) return null
  const done = attempts.find((one) => isOwnWork(one) && one.ended?.outcome.is === 'succeeded')
  if (done === undefined) return null
  return secondsOf(done, now) + askedBefore(attempts, done, now)
}

/** Not the resolving of a conflict, nor what a person sent back. */
const isOwnWork = ({ purpose }: Attempt): boolean => purpose === 'work' || purpose === 'go-on'

/** For how long the working attempt of a task has worked, together with attempts that it goes on from. */
export function elapsedOf(run: Run, task: Task, now: number): number {
  const attempts = attemptsAt(run, task.id)
  const last = attempts.at(-1)
  return last === undefined ? 0 : secondsOf(last, now) + askedBefore(attempts, last, now)
}

const secondsOf = (attempt: Attempt, now: number): number =>
  Math.max(
    0,
    ((attempt.ended?.at ?? now) - attempt.startedAt) / 1000 -
      waitedBy(attempt, attempt.ended?.at ?? now),
  )

/** An agent that asked ends its attempt; the next one goes on with the same work. */
function askedBefore(attempts: readonly Attempt[], last: Attempt, now: number): number {
  if (last.purpose !== 'go-on') return 0
  let seconds = 0
  for (let i = attempts.indexOf(last) - 1; i >= 0; i--) {
    const { ended, purpose } = attempts[i]!
    if (ended?.outcome.is !== 'asked' && ended?.outcome.is !== 'over-budget') break
    seconds += secondsOf(attempts[i]!, now)
    if (purpose !== 'go-on') break
  }
  return seconds
}

/** null: work lands when it ends. */
function landingIn(run: Run): Spread | null {
  if (run.settings.isolation === 'none') return null
  // With review, a person decides when the work lands.
  const seen = run.settings.review ? [] : run.plan.tasks.flatMap((task) => landingOfTask(run, task))
  if (seen.length >= 3) return landingOf(seen)
  return run.learned.landing ?? landingOf(seen) ?? unseenLanding(run)
}

const QUICK_LANDING: Spread = { middle: 1, scale: 0.5 }
const LONGEST_UNSEEN_CHECK = 15
const CHECK_PER_WORK = 1 / 4

/**
 * Without a check landing is quick. How long a check takes is unknown until the first one has ended; where tasks take
 * seconds, it is no matter of minutes either.
 */
function unseenLanding({ settings, plan }: Run): Spread {
  if (settings.check === null) return QUICK_LANDING
  const work = median(plan.tasks.map(({ estimate }) => estimate.seconds)) ?? Infinity
  const middle = Math.min(LONGEST_UNSEEN_CHECK, work * CHECK_PER_WORK)
  return { middle: Math.max(QUICK_LANDING.middle, middle), scale: 0.6 }
}

function landingOfTask(run: Run, { id }: Task): readonly number[] {
  const state = stateAt(run, run.graph.indexOf.get(id)!)
  const last = attemptsAt(run, id).at(-1)?.ended
  if (state.is !== 'landed' || state.delivery === null || last === undefined || last === null)
    return []
  return run.setbacks.has(id) || run.approved.has(id) ? [] : [(state.at - last.at) / 1000]
}

/** One of twenty attempts, while nothing is known. */
const USUAL_TRIES = 20
const MOST_TRIES_BEFORE = 200

function retriesIn({ attempts, learned }: Run): number {
  let [tries, failures] = [0, 0]
  for (const { ended } of attempts.values()) {
    if (ended?.outcome.is === 'failed') failures++
    if (ended?.outcome.is === 'failed' || ended?.outcome.is === 'succeeded') tries++
  }
  const share = Math.min(1, MOST_TRIES_BEFORE / Math.max(1, learned.tries))
  return (failures + learned.failures * share + 1) / (tries + learned.tries * share + USUAL_TRIES)
}

/** Whether a task has worked so much longer than similar tasks that its end cannot be predicted. */
export function isBeyondKnowledge(pace: RunPace, task: Task, elapsed: number): boolean {
  if (pace.known(task) < 3) return true
  return shareLonger(pace.expected(task), elapsed) < 0.01
}
