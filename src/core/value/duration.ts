/** Lengths of time as people write them: "45m", "1h30m", "2 hours", "250ms". */

const UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [86_400, ['d', 'day', 'days']],
      [3600, ['h', 'hr', 'hrs', 'hour', 'hours']],
      [60, ['m', 'min', 'mins', 'minute', 'minutes']],
      [1, ['s', 'sec', 'secs', 'second', 'seconds']],
      [0.001, ['ms', 'millisecond', 'milliseconds']],
    ] as const
  ).flatMap(([seconds, names]) => names.map((name) => [name, seconds] as const)),
)

const PART = /(\d+(?:\.\d+)?) *([a-z]+) */gy

/** Seconds, 30 days: the longest estimate, timeout or delay that may be set. */
export const LONGEST_DURATION = 30 * 86_400

/** Seconds, or null when the text is no duration; a bare number means seconds. */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim().toLowerCase()
  if (trimmed.startsWith('-')) return negative(parseDuration(trimmed.slice(1)))
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : sumOfParts(trimmed)
}

const negative = (seconds: number | null): number | null => (seconds === null ? null : -seconds)

/** Larger units must come first and each unit at most once, so that "5m5m" is rejected as a typing error. */
function sumOfParts(text: string): number | null {
  let [total, smallest, end] = [0, Infinity, 0]
  for (const [part, count, unit] of text.matchAll(PART)) {
    const seconds = UNITS.get(unit!)
    if (seconds === undefined || seconds >= smallest) return null
    total += Number(count) * seconds
    smallest = seconds
    end += part.length
  }
  return end === text.length && end > 0 ? total : null
}

/** The two largest units that matter: "2d 3h", "1h 30m", "45m", "12s", "0.4s", "40ms". */
export function formatDuration(seconds: number): string {
  if (seconds < 0) return `-${formatDuration(-seconds)}`
  if (seconds > 0 && seconds < 0.0995) return `${Math.ceil(seconds * 1000)}ms`
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10}s`
  return twoLargest(Math.round(seconds))
}

const FEW_MINUTES = 10 * 60
const HOUR = 60 * 60

/** Rounded as people guess: tens of seconds from one minute on, minutes from five on, five of them from an hour on. */
export function asGuess(seconds: number): number {
  if (seconds < 10) return seconds
  const step = seconds < 60 ? 1 : seconds < 300 ? 10 : seconds < HOUR ? 60 : 300
  return Math.round(seconds / step) * step
}

/** A length of time that is only estimated: from ten minutes on without seconds. */
export const formatEstimate = (seconds: number): string =>
  formatDuration(Math.abs(seconds) < FEW_MINUTES ? seconds : Math.round(seconds / 60) * 60)

/** The time since `since`, in whole seconds, as a clock shows them; both arguments are milliseconds. */
export const formatAge = (since: number, now: number): string =>
  formatDuration(Math.max(0, Math.floor((now - since) / 1000)))

function twoLargest(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0)
  return shown.map(([count, unit]) => `${count}${unit}`).join(' ')
}
