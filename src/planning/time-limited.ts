/** A signal that is also aborted when the time for planning is up. */

/** In milliseconds; a longer timer would be over at once. */
const LONGEST_TIMER = 2 ** 31 - 1

export const timeLimited = (signal: AbortSignal, seconds: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(Math.min(seconds * 1000, LONGEST_TIMER))])
