/** How long a run will still take: the rest of it is played several times, with durations as they may turn out. */
import { drawsFor, drawsOf, quantile } from '../durations/draws.ts'
import { elapsedOf, isBeyondKnowledge, paceOf, type RunPace } from '../durations/run-pace.ts'
import { durationAt, type Spread } from '../durations/spread.ts'
import { copyOf } from '../run/run-draft.ts'
import { indexOf, stateAt, taskAt, type Run } from '../run/run.ts'
import { aimOf } from '../run/task-state.ts'
import type { TaskId } from '../value/ids.ts'
import { playRest, restOfRun, type RestOfRun } from './rest-of-run.ts'
import { playOut, type Bar } from './simulate.ts'

/** How long a run still takes if nothing holds it up. */
export interface TimeLeft {
  /** As often too much as too little. */
  readonly seconds: number
  /** In one of ten cases it takes less than this. */
  readonly low: number
  /** In one of ten cases it takes more than this. */
  readonly high: number
  /** What comes after the overdue tasks, at least; the same as `seconds` if none is. */
  readonly atLeast: number
  /** A task is overdue, and nothing is known by which its end could be told: only `atLeast` can be said. */
  readonly isOpen: boolean
  /** Working tasks that have exceeded their estimate by a second or more, the longest first. */
  readonly overdue: readonly Overdue[]
}

export interface Overdue {
  readonly task: TaskId
  /** By how much the task exceeds its estimate. */
  readonly seconds: number
}

export function timeLeft(run: Run, now: number): TimeLeft {
  const pace = paceOf(run, now)
  const rest = rememberedRest(run)
  const ends = playDraws(run, rest, pace, now)
  const [low, seconds, high] = [quantile(ends, 0.1), quantile(ends, 0.5), quantile(ends, 0.9)]
  const overdue = overdueTasks(run, now)
  const late = new Set(overdue.map(({ task }) => indexOf(run, task)))
  const atLeast =
    late.size === 0 ? seconds : Math.min(seconds, likelyRest(run, rest, { pace, now, late }))
  const isOpen = overdue.some(({ task }) => {
    const one = taskAt(run, indexOf(run, task))
    return isBeyondKnowledge(pace, one, elapsedOf(run, one, now))
  })
  return { seconds, low, high, atLeast, isOpen, overdue }
}

/** Seconds; less than this is no delay, but how long it takes to start a process. */
const LEAST_OVERDUE = 1

/** Compared with the estimates from the start of the run: how long other tasks took since says nothing about these. */
export function overdueTasks(run: Run, now: number): readonly Overdue[] {
  return run.states
    .flatMap((state, i): readonly Overdue[] => {
      if (state.is !== 'working') return []
      const task = taskAt(run, i)
      return [{ task: task.id, seconds: elapsedOf(run, task, now) - task.estimate.seconds }]
    })
    .filter(({ seconds }) => seconds >= LEAST_OVERDUE)
    .toSorted((a, b) => b.seconds - a.seconds)
}

/** The rest of the run as bars, from now on, if every task takes what it likely takes: a working task begins at 0. */
export const forecast = (run: Run, now: number): readonly Bar[] =>
  likelyBars(run, paceOf(run, now), now)

function likelyBars(run: Run, pace: RunPace, now: number): readonly Bar[] {
  const copy: Run = {
    ...copyOf(run),
    paused: false,
    hindered: null,
    pausedBatches: new Set(),
    approved: new Set(run.plan.tasks.map((task) => task.id)),
  }
  return playOut(copy, now, (id) => secondsToGo(toilOf(run, pace, indexOf(run, id), now), LIKELY))
}

/** The order of the starts changes only with an event, so it is worked out once for each. */
const rests = new WeakMap<Run, { readonly sequence: number; readonly rest: RestOfRun }>()

function rememberedRest(run: Run): RestOfRun {
  const before = rests.get(run)
  if (before?.sequence === run.sequence) return before.rest
  const at = run.lastEventAt
  const rest = restOfRun(run, likelyBars(run, paceOf(run, at), at), at)
  rests.set(run, { sequence: run.sequence, rest })
  return rest
}

/** What is known about the rest of one task. */
interface Toil extends Spread {
  readonly give: number
  /** Seconds of work so far. */
  readonly elapsed: number
  readonly timeout: number
}

/** A resolved conflict or a second go takes about half of the work. */
const SECOND_GO = 0.5
/** A failed attempt has used about so much of the time that a good one takes. */
const UNTIL_FAILURE = 0.5

function toilOf(run: Run, pace: RunPace, place: number, now: number): Toil {
  const task = taskAt(run, place)
  const state = stateAt(run, place)
  const { middle, scale, give } = pace.expected(task)
  const isOwnWork = !('purpose' in state) || aimOf(state.purpose).is === 'work'
  const elapsed = state.is === 'working' ? elapsedOf(run, task, now) : 0
  const timeout = task.timeoutSeconds ?? Infinity
  return {
    middle: middle * (isOwnWork ? 1 : SECOND_GO),
    scale,
    give,
    elapsed,
    timeout: elapsed < timeout ? timeout : Infinity,
  }
}

/** What a draw makes of a task: shares between 0 and 1, and how far all tasks are off together, in deviations. */
interface Lot {
  readonly own: number
  readonly together: number
  readonly isRetried: boolean
}

const LIKELY: Lot = { own: 0.5, together: 0, isRetried: false }

function secondsToGo({ elapsed, timeout, give, middle, scale }: Toil, lot: Lot): number {
  const spread = { middle: middle * Math.exp(give * lot.together), scale }
  const whole = Math.min(timeout, durationAt(spread, lot.own, elapsed))
  return Math.max(0, whole - elapsed) + (lot.isRetried ? whole * UNTIL_FAILURE : 0)
}

/** The far ends of what may happen are left out: with many tasks, some draw would always meet them. */
const ALMOST_ALL = 0.95

/** When everything has landed, in seconds from now, for each draw; sorted. */
function playDraws(run: Run, rest: RestOfRun, pace: RunPace, now: number): Float64Array {
  const { places, landing } = rest
  const draws = drawsOf(places.length + landing.length, drawsFor(places.length))
  const toils = places.map((place) => toilOf(run, pace, place, now))
  const ends = Float64Array.from({ length: draws.count }, (_, draw) => {
    const together = deviationsAt(draws.common(draw))
    const lotOf = (i: number): Lot => ({
      own: 0.5 + (draws.own(i, draw) - 0.5) * ALMOST_ALL,
      together,
      isRetried: draws.other(i, draw) < pace.retries,
    })
    return playRest(
      rest,
      (i) => secondsToGo(toils[i]!, lotOf(i)),
      (i) => landingSeconds(run, pace, draws.other(i + places.length, draw)),
      (i) =>
        unlandedSeconds(
          pace,
          landingFor(run, landing[i]!, now),
          draws.own(i + places.length, draw),
        ),
    )
  })
  return ends.sort()
}

/** The likely rest, if the overdue tasks ended now. */
function likelyRest(
  run: Run,
  rest: RestOfRun,
  { pace, now, late }: { pace: RunPace; now: number; late: ReadonlySet<number> },
): number {
  return playRest(
    rest,
    (i) => {
      const place = rest.places[i]!
      return late.has(place) ? 0 : secondsToGo(toilOf(run, pace, place, now), LIKELY)
    },
    () => landingSeconds(run, pace, 0.5),
    (i) => unlandedSeconds(pace, landingFor(run, rest.landing[i]!, now), 0.5),
  )
}

/** In a stack, tasks do not wait for the landing of others. */
const landingSeconds = (run: Run, { landing }: RunPace, share: number): number =>
  landing === null || run.settings.stacked ? 0 : durationAt(landing, share)

/** How long the landing of finished work has gone on; null: it has landed or needs a person. */
function landingFor(run: Run, place: number, now: number): number | null {
  const state = stateAt(run, place)
  return state.is === 'landing' ? Math.max(0, (now - state.since) / 1000) : null
}

const unlandedSeconds = ({ landing }: RunPace, elapsed: number | null, share: number): number =>
  landing === null || elapsed === null ? 0 : durationAt(landing, share, elapsed) - elapsed

/** The logarithm of common factors is spread like a logistic curve, too; here in standard deviations. */
const deviationsAt = (share: number): number =>
  (Math.log(share / (1 - share)) * Math.sqrt(3)) / Math.PI
