/** How long the tasks of a plan took in earlier runs here. */
import { existsSync } from 'node:fs'
import type { TaskId } from '../../core/value/ids.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { openStoreToRead } from '../look/read-runs.ts'
import type { Workspace } from '../place/workspace.ts'

export function measuredSeconds(plan: Plan, workspace: Workspace): ReadonlyMap<TaskId, number> {
  if (!existsSync(workspace.database)) return new Map()
  const store = openStoreToRead(workspace)
  try {
    return store.measuredSeconds(plan)
  } finally {
    store.close()
  }
}
