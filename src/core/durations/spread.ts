/**
 * How far a duration may be off: its logarithm is spread like a logistic curve around the middle. Such a curve has a
 * heavy upper end, as real work has, and what a task still takes after it has worked for a while follows in one line.
 */
import type { Estimate } from './estimate.ts'

export interface Spread {
  /** Seconds; as often too much as too little. */
  readonly middle: number
  /** Of the logarithm of the duration; 0.3 means that four of five durations are within a factor of 1.9. */
  readonly scale: number
}

/** The logarithm of the factor that holds in four of five cases is this many times the scale. */
export const SCALES_TO_NINE_OF_TEN = Math.log(9)

const LEAST_SCALE = 0.02
const LEAST_SECONDS = 0.001

export const spreadOf = ({ seconds, low, high }: Omit<Estimate, 'from' | 'given'>): Spread => ({
  middle: Math.max(seconds, LEAST_SECONDS),
  scale: scaleOf(Math.max(high, LEAST_SECONDS) / Math.max(low, LEAST_SECONDS)),
})

const scaleOf = (highToLow: number): number =>
  Math.max(LEAST_SCALE, Math.log(highToLow) / 2 / SCALES_TO_NINE_OF_TEN)

export const intervalOf = ({ middle, scale }: Spread) => {
  const factor = Math.exp(scale * SCALES_TO_NINE_OF_TEN)
  return { seconds: middle, low: middle / factor, high: middle * factor }
}

/** The whole duration of which a share of `u` (between 0 and 1) is shorter, if it has lasted `elapsed` seconds already. */
export function durationAt({ middle, scale }: Spread, u: number, elapsed = 0): number {
  const odds = elapsed > 0 ? (elapsed / middle) ** (1 / scale) : 0
  // Far beyond the middle only the time so far counts, and the odds would be no number any more.
  if (odds > 1e12) return elapsed * (1 - u) ** -scale
  return middle * ((1 + odds) / (1 - u) - 1) ** scale
}

/** The share of such durations that are longer than this. */
export const shareLonger = ({ middle, scale }: Spread, seconds: number): number =>
  seconds > 0 ? 1 / (1 + (seconds / middle) ** (1 / scale)) : 1
