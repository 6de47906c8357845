/** Days of the calendar, as text that sorts by time: 2026-04-30. */

/** The day at a time. `minutesBehind`: how far the clock of the place is behind UTC, as Date.getTimezoneOffset tells it. */
export const dayAt = (at: number, minutesBehind: number): string =>
  new Date(at - minutesBehind * 60_000).toISOString().slice(0, 10)

/** Every day from the first to the last, both included. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY) days.push(dayAt(at, 0))
  return days
}

const DAY = 86_400_000
