/** Which batches are paused, for those who want the run to go on. */
import type { Run } from '../core/run.ts'
import { firstFew } from '../core/say-wait.ts'
import { batchesOnHold } from '../core/set-pace.ts'

/** No line when none is. */
export function sayOnHold(run: Run): readonly string[] {
  const batches = batchesOnHold(run).map((batch) => String(batch + 1))
  if (batches.length === 0) return []
  const which = batches.length === 1 ? `batch ${batches[0]} is` : `batches ${firstFew(batches)} are`
  return [`${which} paused; to start one: conductor resume --batch ${batches[0]}`]
}
