/** How long a run will still take, in words: the same wherever it is told. */
import type { Estimate } from '../durations/estimate.ts'
import { formatDuration, formatEstimate } from '../value/duration.ts'
import type { TimeLeft } from '../schedule/time-left.ts'

/** null: there is nothing to tell. isBrief: without the interval, for narrow places. */
export function sayTimeLeft(left: TimeLeft, isBrief = false): string | null {
  const { seconds, low, high, overdue } = left
  const [longest, ...others] = overdue
  if (longest === undefined) {
    const interval = isBrief ? '' : sayInterval(low, high)
    return seconds > 0 ? `about ${sayCoarse(seconds)} left${interval}` : null
  }
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return `${sayLeftWhenLate(left)}${longest.task} is ${sayOverdue(longest.seconds)}${more}`
}

/** While a task is overdue, nobody can say when the run ends: at best between which times. */
function sayLeftWhenLate({ isOpen, atLeast, low, high }: TimeLeft): string {
  if (!isOpen) return `${sayCoarse(low)} to ${sayCoarse(high)} left, `
  return atLeast > 0 ? `at least ${sayCoarse(atLeast)} left, ` : ''
}

/** Empty if both ends look the same. */
const sayInterval = (low: number, high: number): string =>
  sayCoarse(low) === sayCoarse(high) ? '' : ` (${sayCoarse(low)} to ${sayCoarse(high)})`

/** An estimate with its interval: "20m (12m to 35m)". */
export const sayEstimate = ({ seconds, low, high }: Pick<Estimate, 'seconds' | 'low' | 'high'>) =>
  `${formatEstimate(seconds)}${sayAround(low, high)}`

/** Says where the figure is from. A corrected estimate is shown with the original one, so that its author recognises it. */
export const sayEstimateAndSource = (estimate: Estimate): string =>
  `${sayEstimate(estimate)}, ${sayCorrection(estimate) ?? SOURCES[estimate.from]}`

/** Why an estimate is not what was said; null: it is, or nothing was said. */
export function sayCorrection({
  from,
  given,
  seconds,
}: Pick<Estimate, 'from' | 'given' | 'seconds'>): string | null {
  if (given === null || Math.abs(given - seconds) <= 0.01 * given) return null
  const why = from === 'history' ? SOURCES.history : 'corrected by what tasks took here'
  const who = from === 'model' ? 'a model said' : 'the plan says'
  return `${why}; ${who} ${formatDuration(given)}`
}

const SOURCES = {
  file: 'as said in the plan',
  model: 'as said by a model',
  history: 'measured in earlier runs',
  default: 'assumed',
} as const

/** The ends of an exact figure are rounded away from it, so that it lies between them. */
function sayAround(low: number, high: number): string {
  const [from, to] = [formatDuration(coarse(low, Math.floor)), formatDuration(coarse(high))]
  return from === to ? '' : ` (${from} to ${to})`
}

export const sayOverdue = (seconds: number): string =>
  `overdue by ${formatDuration(Math.floor(seconds))}`

/** A rounded figure, so that an estimate looks like one: no seconds beyond the first two minutes, and no single minutes beyond an hour. */
export const sayCoarse = (seconds: number): string => formatDuration(coarse(seconds))

const coarse = (seconds: number, whole: (number: number) => number = Math.ceil): number => {
  if (seconds < 1 && whole === Math.floor) return seconds
  if (seconds < 10) return whole(seconds)
  const step = seconds < 120 ? 5 : seconds < 3600 ? 60 : 300
  return whole(seconds / step) * step
}
