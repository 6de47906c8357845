/** How long a task is believed to take: a middle value, and the interval that holds it in four of five cases. */
import { LONGEST_DURATION } from '../value/duration.ts'

export interface Estimate {
  /** As often too long as too short. */
  readonly seconds: number
  /** One of ten tasks takes less than this. */
  readonly low: number
  /** One of ten tasks takes more than this. */
  readonly high: number
  /** Said in the task file or by a person, said by a model, measured when the same work was done here before, or assumed. */
  readonly from: 'file' | 'model' | 'history' | 'default'
  /** The estimate of the file, a person or a model, before the times of earlier runs correct it; null: there is none. */
  readonly given: number | null
}

/** An estimate as plans state it, or as older versions have recorded it: all fields but the first two may be missing. */
export type SaidEstimate = Pick<Estimate, 'seconds' | 'from'> & Partial<Estimate>

/** By which factor a task may take longer, or less long, in four of five cases while nothing has been learned. */
const USUAL_FACTOR: Readonly<Record<Estimate['from'], number>> = {
  file: 2,
  model: 2,
  history: 1.6,
  default: 3.5,
}

export const usualFactor = (from: Estimate['from']): number => USUAL_FACTOR[from]

/** Used while there is no estimate, and no earlier run to learn from. */
export const USUAL_SECONDS = 600

/** A time that a simulation can work with: what is not a time becomes the usual one, and 30 days is the longest. */
export const plausibleSeconds = (seconds: number): number =>
  seconds >= 0 ? Math.min(seconds, LONGEST_DURATION) : USUAL_SECONDS

/** An interval that is missing, or that does not hold the seconds, becomes the usual one. */
export function estimateOf(said: SaidEstimate): Estimate {
  const { from } = said
  const seconds = plausibleSeconds(said.seconds)
  const { low = NaN, high = NaN } = said
  const { given = from === 'file' || from === 'model' ? seconds : null } = said
  return {
    seconds,
    low: low >= 0 ? Math.min(low, seconds) : seconds / USUAL_FACTOR[from],
    high: high >= 0 ? Math.max(high, seconds) : seconds * USUAL_FACTOR[from],
    from,
    given: given === null ? null : plausibleSeconds(given),
  }
}

/** Nothing is missing, and `estimateOf` would change nothing. */
export function isWholeEstimate(said: Estimate): boolean {
  const { seconds, low, high, given } = estimateOf(said)
  return seconds === said.seconds && low === said.low && high === said.high && given === said.given
}

/** What a person or the task file says. */
export const saidEstimate = (seconds: number): Estimate => estimateOf({ seconds, from: 'file' })
