/** What of a tracker matters to those who look at it; the same text means that nothing has changed for them. */
import type { Tracker } from './tracker.ts'

/** Freshness is counted in minutes, so a time that moves within a minute is no change. */
const MINUTE = 60_000

export const meaningOf = (tracker: Tracker): string =>
  JSON.stringify(tracker, (key, value: unknown) => {
    if (key === 'session_duration_seconds' || key === 'click_record') return undefined
    return key === 'last_active_at' && typeof value === 'number'
      ? Math.floor(value / MINUTE)
      : value
  })
