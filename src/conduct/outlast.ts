/** What the machine keeps from being done is done again when it lets us; meanwhile the run says so, and nothing new starts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fact } from '../core/run/event.ts'
import { hindranceOf, isWorthAnotherTry, restAfter, type Hindrance } from '../core/run/hindrance.ts'
import type { Run } from '../core/run/run.ts'
import type { Tell } from './tell.ts'

/**
 * Resolves or rejects as the work does when the machine is not to blame, when the signal says that nobody
 * wants it any more, or when enough was tried. The work must be such that it can be begun anew.
 */
export type Outlast = <Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  /** Where what hindered it is not thrown. */
  hinderedBy?: (result: Result) => Hindrance | null,
) => Promise<Result>

export function outlasting(run: Run, tell: Tell): Outlast {
  /** What is held up now, each by what. */
  const met = new Map<object, Hindrance>()

  return async (work, signal, hinderedBy = () => null) => {
    const key = {}
    try {
      for (let tries = 1; ; tries++) {
        const [end] = await Promise.allSettled([work()])
        const isDone = end.status === 'fulfilled'
        const hindrance = isDone ? hinderedBy(end.value) : hindranceOf(end.reason)
        if (hindrance !== null && !signal.aborted && isWorthAnotherTry(hindrance, tries)) {
          met.set(key, hindrance)
          await tell(news)
          await restFor(restAfter(tries), signal)
        } else if (isDone) return end.value
        else throw end.reason
      }
    } finally {
      if (met.delete(key)) await tell(news)
    }
  }

  function news(): readonly Fact[] {
    const [hindrance] = met.values()
    if (hindrance === undefined) return run.hindered === null ? [] : [{ type: 'hindrance-gone' }]
    return run.hindered?.is === hindrance.is ? [] : [{ type: 'hindrance-met', hindrance }]
  }
}

/** Or until nobody wants it any more. */
export const restFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})
