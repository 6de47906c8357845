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

/** Told what holds up the work with this key; null: nothing any more. Resolves when that is durable. */
export type ReportHindrance = (key: unknown, hindrance: Hindrance | null) => Promise<void>

export function outlasting(report: ReportHindrance): Outlast {
  return async (work, signal, hinderedBy = () => null) => {
    const key = {}
    let isMet = false
    try {
      for (let tries = 1; ; tries++) {
        const [end] = await Promise.allSettled([work()])
        const isDone = end.status === 'fulfilled'
        const hindrance = isDone ? hinderedBy(end.value) : hindranceOf(end.reason)
        if (hindrance !== null && !signal.aborted && isWorthAnotherTry(hindrance, tries)) {
          isMet = true
          await report(key, hindrance)
          await restFor(restAfter(tries), signal)
        } else if (isDone) return end.value
        else throw end.reason
      }
    } finally {
      if (isMet) await report(key, null)
    }
  }
}

/** Has recorded what the machine does to a run, once for all that it holds up. */
export function hindrancesOf(run: Run, tell: Tell): ReportHindrance {
  /** What is held up now, each by what. */
  const met = new Map<unknown, Hindrance>()

  return async (key, hindrance) => {
    if (hindrance === null) met.delete(key)
    else met.set(key, hindrance)
    await tell(news)
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
