/** Exit codes of a shell that mean that somebody else killed the command, so that its result says nothing. */

/** 128 + the number of the signal. Crashes of the program itself (a bad access, an abort) count as results. */
const KILLERS: Readonly<Record<number, string>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  137: 'SIGKILL',
  143: 'SIGTERM',
}

/** The name of the signal; null: the command ended by itself. */
export const killSignalOf = (code: number): string | null => KILLERS[code] ?? null
