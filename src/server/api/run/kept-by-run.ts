/** Values that are worked out from whole runs, once for each run, and kept for as long as nothing more happens in it. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { RunId } from '../../../core/value/ids.ts'
import type { Run } from '../../../core/run/run.ts'
import type { ApiContext } from '../api-context.ts'
import { storeCache } from '../store-cache.ts'

const MOST_KEPT = 1000

interface Kept<Value> {
  readonly sequence: number
  readonly wasConducted: boolean
  readonly value: Value
}

/** Folding a run of 10,000 tasks takes a while, so other requests are let through between two runs. */
export function keptByRun<Value>(
  { served, runs }: Pick<ApiContext, 'served' | 'runs'>,
  make: (run: Run) => Value,
): (ids: readonly RunId[]) => Promise<readonly Value[]> {
  const kept = storeCache<RunId, Kept<Value>>(served.log, MOST_KEPT)
  return async (ids) => {
    const values: Value[] = []
    for (const id of ids) {
      values.push(valueOf(id))
      await breathe()
    }
    return values
  }

  function valueOf(id: RunId): Value {
    const before = kept.get(id)
    return before !== undefined && isStillSo(id, before) ? before.value : makeAgain(id)
  }

  /** Only a conducted run changes without an event: its coordinator may die silently, and measures at the very end. */
  function isStillSo(id: RunId, { sequence, wasConducted }: Kept<Value>): boolean {
    if (wasConducted || served.conductedRun() === id) return false
    for (const _ of served.log.eventsOf(id, sequence)) return false
    return true
  }

  function makeAgain(id: RunId): Value {
    const run = runs.find(id)
    const value = make(run)
    kept.keep(id, { sequence: run.sequence, wasConducted: runs.isConducted(run), value })
    return value
  }
}
