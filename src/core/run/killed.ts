/** Which codes of a shell mean that somebody else ended a command: that says nothing about what it was to find out. */

/** 128 + the number of the signal. A program that crashes by itself (a bad access, an abort) has said something. */
const KILLERS: Readonly<Record<number, string>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  137: 'SIGKILL',
  143: 'SIGTERM',
}

/** null: it ended by itself. */
export const killerIn = (code: number): string | null => KILLERS[code] ?? null
