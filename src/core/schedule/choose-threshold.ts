/** How likely a collision must be to keep two tasks apart: weighs waiting against the expected cost of conflicts. */
import {
  conflictOdds,
  NO_CONFLICT_HISTORY,
  type ConflictHistory,
} from '../durations/conflict-history.ts'
import type {
  CollisionSettings,
  ConflictOdds,
  ThresholdChoice,
} from '../plan/collision-settings.ts'
import { USUAL_APART_ABOVE } from '../plan/collision-settings.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunSettings } from '../run/event.ts'
import { decidedPairs, foreseenIn, pairKey } from './collisions.ts'
import { isAbove, type LikelyPair } from './likely-pairs.ts'
import { simulate, type Bar } from './simulate.ts'

/** Of equally good ones the first is chosen. NEVER keeps only tasks apart that name the same file. */
const NEVER = 1
const CANDIDATES = [USUAL_APART_ABOVE, 0.3, 0.7, 0.9, NEVER]
/** Less likely pairs are not worth a simulation. */
const LEAST = Math.min(...CANDIDATES)

/** Where nothing is known, resolving a conflict takes this share of the shorter task, and at least a minute. */
const RESOLVE_SHARE = 0.5
const RESOLVE_SECONDS = 60

/** A simulation of more tasks takes too long to be made several times. */
const FEW_TASKS = 2000
const MANY_TASKS = 5000

/** The settings with the best threshold for this plan, if the user leaves it to us. */
export function withThreshold(
  plan: Plan,
  settings: RunSettings,
  history: ConflictHistory = NO_CONFLICT_HISTORY,
): RunSettings {
  const { collisions } = settings
  if (!collisions.isAuto) return settings
  const choice = chooseThreshold(plan, settings, conflictOdds(history))
  return { ...settings, collisions: { ...collisions, ...choice } }
}

type Chosen = Pick<CollisionSettings, 'apartAbove' | 'chosen'>

const NOTHING_TO_CHOOSE: Chosen = { apartAbove: USUAL_APART_ABOVE, chosen: null }

function chooseThreshold(plan: Plan, settings: RunSettings, odds: ConflictOdds): Chosen {
  if (settings.allowCollisions || settings.agents < 2) return NOTHING_TO_CHOOSE
  if (plan.tasks.length > MANY_TASKS) return NOTHING_TO_CHOOSE
  const pairs = doubtfulPairs(plan, settings)
  if (pairs.length === 0) return NOTHING_TO_CHOOSE
  const candidates = plan.tasks.length > FEW_TASKS ? [USUAL_APART_ABOVE, NEVER] : CANDIDATES
  const tried = candidates.map((apartAbove) =>
    outcomeOf(plan, settings, { pairs, odds }, apartAbove),
  )
  const best = tried.reduce((a, b) => (totalOf(b) < totalOf(a) ? b : a))
  return { apartAbove: best.apartAbove, chosen: { ...comparedWith(best, tried.at(-1)!), odds } }
}

/** Pairs that one threshold keeps apart and another does not. */
function doubtfulPairs(plan: Plan, settings: RunSettings): readonly LikelyPair[] {
  if (plan.tasks.every(({ foreseen }) => foreseen.length === 0)) return []
  const collisions = { ...settings.collisions, apartAbove: LEAST, warnAbove: LEAST }
  const { pairs } = foreseenIn(plan.tasks, { ...settings, collisions })
  const decided = decidedPairs(plan.tasks)
  return pairs.filter(
    ({ a, b, apartChance }) => isAbove(apartChance, LEAST) && !decided.has(pairKey(a, b)),
  )
}

interface Outcome {
  readonly apartAbove: number
  readonly makespanSeconds: number
  /** The expected time for conflicts between tasks that work at the same time. */
  readonly conflictSeconds: number
  readonly atOnce: readonly LikelyPair[]
}

const totalOf = ({ makespanSeconds, conflictSeconds }: Outcome): number =>
  makespanSeconds + conflictSeconds

function outcomeOf(
  plan: Plan,
  settings: RunSettings,
  { pairs, odds }: { readonly pairs: readonly LikelyPair[]; readonly odds: ConflictOdds },
  apartAbove: number,
): Outcome {
  const collisions = { ...settings.collisions, apartAbove }
  const { makespanSeconds, bars } = simulate(plan, { ...settings, collisions })
  const atOnce = atOnceIn(plan, pairs, bars)
  const conflictSeconds = secondsForConflicts(plan, atOnce, odds)
  return { apartAbove, makespanSeconds, conflictSeconds, atOnce }
}

/** The pairs that work at the same time. */
function atOnceIn(
  plan: Plan,
  pairs: readonly LikelyPair[],
  bars: readonly Bar[],
): readonly LikelyPair[] {
  const barOf = new Map(bars.map((bar) => [bar.id, bar]))
  const at = (place: number): Bar | undefined => barOf.get(plan.tasks[place]!.id)
  return pairs.filter(({ a, b }) => overlap(at(a), at(b)))
}

const secondsForConflicts = (
  plan: Plan,
  atOnce: readonly LikelyPair[],
  odds: ConflictOdds,
): number =>
  atOnce.reduce(
    (sum, pair) => sum + pair.chance * odds.rate * secondsToResolve(plan, pair, odds),
    0,
  )

/** The expected time for conflicts of a simulated run, with the threshold that is set. */
export function expectedConflicts(
  plan: Plan,
  settings: RunSettings,
  history: ConflictHistory = NO_CONFLICT_HISTORY,
): (bars: readonly Bar[]) => number {
  const pairs = doubtfulPairs(plan, settings)
  const odds = conflictOdds(history)
  return (bars) => secondsForConflicts(plan, atOnceIn(plan, pairs, bars), odds)
}

const overlap = (a: Bar | undefined, b: Bar | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.startSeconds < b.endSeconds &&
  b.startSeconds < a.endSeconds

function secondsToResolve(
  { tasks }: Plan,
  { a, b }: LikelyPair,
  { resolveSeconds, trust }: ConflictOdds,
): number {
  const shorter = Math.min(tasks[a]!.estimate.seconds, tasks[b]!.estimate.seconds)
  const usual = Math.max(RESOLVE_SECONDS, RESOLVE_SHARE * shorter)
  return resolveSeconds === null ? usual : trust * resolveSeconds + (1 - trust) * usual
}

function comparedWith(best: Outcome, never: Outcome): ThresholdChoice {
  const isApart = ({ apartChance }: LikelyPair): boolean => isAbove(apartChance, best.apartAbove)
  return {
    pairsApart: never.atOnce.filter(isApart).length,
    costsSeconds: Math.max(0, best.makespanSeconds - never.makespanSeconds),
    savesSeconds: Math.max(0, never.conflictSeconds - best.conflictSeconds),
  }
}
