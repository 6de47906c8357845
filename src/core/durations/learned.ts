/** What earlier runs of a repository teach about how long its tasks take: compared with what was said, by agent, model and size. */
import { usualFactor } from './estimate.ts'
import { COMMAND, secondsBySize, sizeClass, type KindOfWork, type Said } from './kind-of-work.ts'
import { shiftOf, widthOf, type Sighting } from './shift.ts'
import { intervalOf, SCALES_TO_NINE_OF_TEN, spreadOf, type Spread } from './spread.ts'

/** An attempt that did the work of its task, without the time in which it waited for a person. */
export interface PastWork extends KindOfWork {
  /** What was said before; null: nothing. */
  readonly given: number | null
  readonly seconds: number
}

/** What a repository has seen, the newest first. */
export interface Past {
  readonly work: readonly PastWork[]
  /** Seconds from the end of the work of a task until it had landed, if no person was asked. */
  readonly landings: readonly number[]
  /** Attempts that ended by themselves, and how many of them had to be tried again. */
  readonly tries: number
  readonly failures: number
}

export const NO_PAST: Past = { work: [], landings: [], tries: 0, failures: 0 }

/** What is learned is recorded when a run starts, so that every view of the run computes with the same figures. */
export interface Learned {
  /** Attempts it was learned from. */
  readonly attempts: Readonly<Record<Said, number>>
  /** Logarithms of factors, by what they are about; they add up. */
  readonly shifts: Readonly<Record<string, number>>
  /** How widely durations are spread around what the shifts make of what was said. */
  readonly scales: Readonly<Record<string, number>>
  /** How long landing takes; null: nothing has landed yet. */
  readonly landing: Spread | null
  readonly tries: number
  readonly failures: number
}

/** While nothing is known: factors of 2 for what is said, and of 3.5 for what is assumed. */
const USUAL_SCALE: Readonly<Record<Said, number>> = {
  said: Math.log(usualFactor('file')) / SCALES_TO_NINE_OF_TEN,
  'not-said': Math.log(usualFactor('default')) / SCALES_TO_NINE_OF_TEN,
}

export const NOTHING_LEARNED: Learned = {
  attempts: { said: 0, 'not-said': 0 },
  shifts: {},
  scales: {},
  landing: null,
  tries: 0,
  failures: 0,
}

/** Older attempts say less about the agents of today. */
export const PAST_COUNTS = 400

const sortOf = ({ agent }: Pick<KindOfWork, 'agent'>): 'command' | 'prompt' =>
  agent === COMMAND ? 'command' : 'prompt'

/** The levels, from the most general to the most particular, and how much each usually moves a duration that was said. */
const LEVELS = [
  // A command of a second says nothing about what agents take.
  { usual: 0.4, of: (said: Said, kind: KindOfWork): string => `${said} ${sortOf(kind)}s` },
  { usual: 0.3, of: (said: Said, { agent }: KindOfWork) => `${said} ${agent}` },
  {
    usual: 0.2,
    of: (said: Said, { agent, model }: KindOfWork) => `${said} ${agent} ${model ?? '-'} model`,
  },
  {
    usual: 0.2,
    of: (said: Said, kind: KindOfWork) => `${said} ${sortOf(kind)} ${sizeClass(kind.size)} size`,
  },
] as const

/** Estimates that only follow from the size of a task are less accurate. */
const FURTHER_OFF: Readonly<Record<Said, number>> = { said: 1, 'not-said': 1.7 }

/** As many attempts as this count as much as what we believe beforehand about the spread. */
const TRUST_IN_SCALE = 12

interface Compared extends KindOfWork {
  readonly said: Said
  readonly off: number
}

export function learnFrom(past: Past): Learned {
  const work = past.work.slice(0, PAST_COUNTS).filter(({ seconds }) => seconds > 0)
  let compared = work.map(comparedOf)
  const shifts: Record<string, number> = {}
  for (const level of LEVELS) {
    const keyOf = (one: Compared): string => level.of(one.said, one)
    for (const [key, ones] of Map.groupBy(compared, keyOf))
      shifts[key] = rounded(
        shiftOf(ones.map(sightingOf), level.usual * FURTHER_OFF[ones[0]!.said]).by,
      )
    compared = compared.map((one) => ({ ...one, off: one.off - shifts[keyOf(one)]! }))
  }
  return {
    attempts: { said: countOf(compared, 'said'), 'not-said': countOf(compared, 'not-said') },
    shifts,
    scales: Object.fromEntries(
      [...Map.groupBy(compared, ({ said, agent }) => scaleKey(said, agent))].map(([key, ones]) => [
        key,
        rounded(USUAL_SCALE[ones[0]!.said] * widthOf(ones.map(sightingOf), 0, TRUST_IN_SCALE)),
      ]),
    ),
    landing: landingOf(past.landings),
    tries: past.tries,
    failures: past.failures,
  }
}

function comparedOf({ given, seconds, ...kind }: PastWork): Compared {
  const said = given === null || given <= 0 ? 'not-said' : 'said'
  const expected = said === 'said' ? given! : secondsBySize(kind)
  return { ...kind, said, off: Math.log(seconds / expected) }
}

const sightingOf = ({ off, said }: Compared): Sighting => ({ off, scale: USUAL_SCALE[said] })

const countOf = (compared: readonly Compared[], which: Said): number =>
  compared.filter(({ said }) => said === which).length

/** What commands take is spread differently from what agents take. */
const scaleKey = (said: Said, agent: string): string => `${said} ${sortOf({ agent })}`

/** How long work takes of which this was said, after what was learned. */
export function expectedOf(learned: Learned, kind: KindOfWork, given: number | null): Spread {
  const said: Said = given === null ? 'not-said' : 'said'
  const sum = LEVELS.reduce((all, level) => all + (learned.shifts[level.of(said, kind)] ?? 0), 0)
  const most = said === 'said' ? mostCorrection(learned.attempts.said) : Infinity
  const by = Math.max(-most, Math.min(most, sum))
  const scale = learned.scales[scaleKey(said, kind.agent)] ?? USUAL_SCALE[said]
  return { middle: (given ?? secondsBySize(kind)) * Math.exp(by), scale }
}

/** A person knows the task, and we know a few others: two attempts may change a figure by half, four may double it. */
const mostCorrection = (attempts: number): number => Math.log(1 + attempts / 4)

const LANDING_SCALE = 0.4

export function landingOf(seconds: readonly number[]): Spread | null {
  const some = seconds.slice(0, 50).map((one) => Math.max(one, 0.05))
  if (some.length === 0) return null
  const middle = some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)]!
  const sightings = some.map((one) => ({ off: Math.log(one / middle), scale: LANDING_SCALE }))
  const { seconds: rest, ...interval } = intervalOf({
    middle,
    scale: LANDING_SCALE * widthOf(sightings, 0, 5),
  })
  return spreadOf({ seconds: rest, ...interval })
}

/** Recorded figures need no more. */
const rounded = (number: number): number => Math.round(number * 1e4) / 1e4
