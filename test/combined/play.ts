/** A drawn run while it is played: its repository, and what was done about it so far. */
import type { DrawnRun } from './drawn-run.ts'
import type { Done } from './oracle.ts'
import type { Place } from './place.ts'
import type { Typed } from './typed.ts'

export interface Play {
  readonly run: DrawnRun
  readonly place: Place
  /** What the user has done about each task. */
  readonly done: ReadonlyMap<string, Set<Done>>
  /** The commands that were typed so far. */
  readonly story: string[]
  /** Types a command and waits for its end; throws when it takes too long. */
  type(...words: readonly string[]): Promise<Typed>
}

/** Something in a play is not as it must be. */
export class Disagreement extends Error {}

export function must(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Disagreement(wrong.join('\n'))
}
