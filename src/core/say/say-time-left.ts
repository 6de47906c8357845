/** How long a run will still take, in words: the same wherever it is told. */
import { formatDuration } from '../value/duration.ts'
import type { TimeLeft } from '../schedule/time-left.ts'

/** null: there is nothing to tell. */
export function sayTimeLeft({ seconds, overdue }: TimeLeft): string | null {
  const [longest, ...others] = overdue
  if (longest === undefined)
    return seconds > 0 ? `about ${formatDuration(coarse(seconds))} left` : null
  const least = seconds > 0 ? `at least ${formatDuration(coarse(seconds))} left, ` : ''
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return `${least}${longest.task} is ${sayOverdue(longest.seconds)}${more}`
}

export const sayOverdue = (seconds: number): string =>
  `overdue by ${formatDuration(Math.max(1, Math.floor(seconds)))}`

/** A rounded figure, so that an estimate looks like one: no seconds beyond the first two minutes. */
const coarse = (seconds: number): number => {
  if (seconds < 10) return Math.ceil(seconds)
  return seconds < 120 ? Math.ceil(seconds / 5) * 5 : Math.ceil(seconds / 60) * 60
}
