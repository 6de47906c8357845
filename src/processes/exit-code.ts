/** How a shell tells the end of what it ran. */
import { constants } from 'node:os'

/** A shell reports the death of a command by signal n as 128 + n; null: it ended by itself. */
export function signalIn(code: number): string | null {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return signal?.[0] ?? null
}
