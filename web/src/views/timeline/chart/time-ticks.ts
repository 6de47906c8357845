/** The ticks of the axis: at round lengths of time, never closer together than their labels need. */
import { formatDuration } from '../../../../../src/core/value/duration.ts'

export interface Tick {
  /** Seconds since the run began. */
  readonly at: number
  readonly label: string
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STEPS: readonly number[] = [
  0.1,
  0.2,
  0.5,
  1,
  2,
  5,
  10,
  15,
  30,
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 30, 100].map((days) => days * DAY),
]

/** Room between two ticks: the longest label and a margin. */
const LEAST_PIXELS = 84

export function timeTicks(from: number, to: number, pixelsPerSecond: number): readonly Tick[] {
  const step = stepFor(pixelsPerSecond)
  const first = Math.max(0, Math.ceil(from / step))
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => tickAt((first + i) * step))
}

function stepFor(pixelsPerSecond: number): number {
  const least = LEAST_PIXELS / pixelsPerSecond
  const round = STEPS.find((step) => step >= least)
  const longest = STEPS.at(-1)!
  return round ?? Math.ceil(least / longest) * longest
}

const tickAt = (at: number): Tick => ({ at, label: at === 0 ? '0' : formatDuration(at) })
