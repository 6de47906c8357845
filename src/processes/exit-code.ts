/** How a shell reports the end of a command. */
import { constants } from 'node:os'

/** A shell reports a command that signal n killed as 128 + n; null: the command ended by itself. */
export function signalIn(code: number): string | null {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return signal?.[0] ?? null
}
