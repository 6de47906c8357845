/** Caches answers that take too long to compute for every frame. */
import type { Run } from '../core/run/run.ts'

interface Sparing {
  /** At least this many milliseconds between two computations. */
  readonly pause: number
  /** The pause is at least this many times as long as the last computation took: 20 keeps computing under 5 % of the time. */
  readonly timesItsCost: number
  readonly clock: () => number
}

/** Returns the last answer; computes it again when the run has changed and the pause is over. */
export function sparingly<Answer>(
  compute: (run: Run, now: number) => Answer,
  { pause, timesItsCost, clock }: Sparing,
): (run: Run, now: number) => Answer {
  let last: { answer: Answer; sequence: number; notBefore: number } | null = null
  return (run, now) => {
    const began = clock()
    if (last !== null && (last.sequence === run.sequence || began < last.notBefore))
      return last.answer
    const answer = compute(run, now)
    const ended = clock()
    const notBefore = ended + Math.max(pause, (ended - began) * timesItsCost)
    last = { answer, sequence: run.sequence, notBefore }
    return answer
  }
}
