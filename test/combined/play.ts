/** A drawn run while it is played: where it is, and what was done about it so far. */
import type { DrawnRun } from './drawn-run.ts'
import type { Done } from './oracle.ts'
import type { Place } from './place.ts'
import type { Typed } from './typed.ts'

export interface Play {
  readonly run: DrawnRun
  readonly place: Place
  /** What the person has done about each task. */
  readonly done: ReadonlyMap<string, Set<Done>>
  /** What was typed so far. */
  readonly story: string[]
  /** Types it and waits for its end, which must come. */
  type(...words: readonly string[]): Promise<Typed>
}

/** Of a play: something is not as it must be. */
export class Disagreement extends Error {}

export function must(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Disagreement(wrong.join('\n'))
}
