/** What earlier runs here teach about how long the tasks of a plan take. */
import { existsSync } from 'node:fs'
import { NO_KNOWLEDGE, type Knowledge } from '../../core/durations/estimate-tasks.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { openStoreToRead } from '../look/read-runs.ts'
import type { Workspace } from '../place/workspace.ts'

export function knowledgeFor(plan: Plan, workspace: Workspace): Knowledge {
  if (!existsSync(workspace.database)) return NO_KNOWLEDGE
  const store = openStoreToRead(workspace)
  try {
    return store.knowledgeFor(plan)
  } finally {
    store.close()
  }
}
