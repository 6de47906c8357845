/** Values that are worked out from whole runs, once for each run, and kept for as long as nothing more happens in it. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { RunId } from '../../../core/value/ids.ts'
import type { Run } from '../../../core/run/run.ts'
import type { ApiContext } from '../api-context.ts'
import { storeCache } from '../store-cache.ts'

const MOST_KEPT = 1000

interface Kept<Value> {
  readonly sequence: number
  /** The newest event of any run when it was last known to be right. */
  readonly asOf: number
  readonly wasConducted: boolean
  readonly value: Value
}

interface Now {
  /** The newest event of any run. */
  readonly last: number
  readonly conducted: RunId | null
}

/** Folding a run of 10,000 tasks takes a while, so other requests are let through between two runs. */
export function keptByRun<Value>(
  { served, runs }: Pick<ApiContext, 'served' | 'runs'>,
  make: (run: Run) => Value,
): (ids: readonly RunId[]) => Promise<readonly Value[]> {
  const kept = storeCache<RunId, Kept<Value>>(served.log, MOST_KEPT)
  return async (ids) => {
    const values: Value[] = []
    const now = { last: served.log.lastSequence(), conducted: served.conductedRun() }
    for (const id of ids) {
      const before = kept.get(id)
      if (before !== undefined && isStillSo(id, before, now)) values.push(before.value)
      else {
        values.push(makeAgain(id, now.last))
        await breathe()
      }
    }
    return values
  }

  /** Only a conducted run changes without an event: its coordinator may die silently, and measures at the very end. */
  function isStillSo(id: RunId, before: Kept<Value>, { last, conducted }: Now): boolean {
    if (before.wasConducted || conducted === id) return false
    if (before.asOf === last) return true
    for (const _ of served.log.eventsOf(id, before.sequence)) return false
    kept.keep(id, { ...before, asOf: last })
    return true
  }

  function makeAgain(id: RunId, asOf: number): Value {
    const run = runs.find(id)
    const value = make(run)
    const wasConducted = runs.isConducted(run)
    kept.keep(id, { sequence: run.sequence, asOf, wasConducted, value })
    return value
  }
}
