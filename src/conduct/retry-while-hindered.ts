/** Retries work that the machine prevents until it succeeds; meanwhile the run says so, and no attempt starts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fact } from '../core/run/event.ts'
import { hindranceOf, isWorthAnotherTry, restAfter, type Hindrance } from '../core/run/hindrance.ts'
import type { Run } from '../core/run/run.ts'
import type { Tell } from './recorder.ts'

/**
 * Resolves or rejects as the work does when the machine is not to blame, when the signal says that nobody wants the
 * result any more, or after enough retries. It must be possible to start the work again.
 */
export type RetryWhileHindered = <Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  /** Finds the hindrance in a result, for work that does not throw it. */
  hinderedBy?: (result: Result) => Hindrance | null,
) => Promise<Result>

/** Reports what holds up the work with this key; null: nothing any more. Resolves when that is durable. */
export type ReportHindrance = (key: unknown, hindrance: Hindrance | null) => Promise<void>

export function retryingWhileHindered(report: ReportHindrance): RetryWhileHindered {
  return async (work, signal, hinderedBy = () => null) => {
    const key = {}
    let isReported = false
    try {
      for (let tries = 1; ; tries++) {
        const [end] = await Promise.allSettled([work()])
        const isDone = end.status === 'fulfilled'
        const hindrance = isDone ? hinderedBy(end.value) : hindranceOf(end.reason)
        if (hindrance !== null && !signal.aborted && isWorthAnotherTry(hindrance, tries)) {
          isReported = true
          await report(key, hindrance)
          await restFor(restAfter(tries), signal)
        } else if (isDone) return end.value
        else throw end.reason
      }
    } finally {
      if (isReported) await report(key, null)
    }
  }
}

/** Records hindrances, one for everything that they hold up. */
export function hindrancesOf(run: Run, tell: Tell): ReportHindrance {
  /** The work that is held up now, with its hindrance. */
  const hindrances = new Map<unknown, Hindrance>()

  return async (key, hindrance) => {
    if (hindrance === null) hindrances.delete(key)
    else hindrances.set(key, hindrance)
    await tell(news)
  }

  function news(): readonly Fact[] {
    const [hindrance] = hindrances.values()
    if (hindrance === undefined) return run.hindered === null ? [] : [{ type: 'hindrance-gone' }]
    return run.hindered?.is === hindrance.is ? [] : [{ type: 'hindrance-met', hindrance }]
  }
}

/** Sleeps, or returns early when the signal aborts. */
export const restFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})
