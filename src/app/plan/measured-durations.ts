/** What earlier runs here teach about how long the tasks of a plan take, and what agents cost. */
import { NO_KNOWLEDGE, type Knowledge } from '../../core/durations/estimate-tasks.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { SqliteEventStore } from '../../store/sqlite-event-store.ts'
import { findStoreToRead } from '../look/read-runs.ts'
import type { Workspace } from '../place/workspace.ts'

export const knowledgeFor = (plan: Plan, workspace: Workspace): Knowledge =>
  fromStore(workspace, (store) => store.knowledgeFor(plan)) ?? NO_KNOWLEDGE

/** How long the newest work of tasks took here, in seconds. */
export const workSecondsHere = (workspace: Workspace): readonly number[] =>
  fromStore(workspace, (store) => store.workSeconds()) ?? []

/** What an hour of an agent's work has cost here in USD; null: no attempt has a cost. */
export const costHere = (workspace: Workspace): number | null =>
  fromStore(workspace, (store) => store.usdPerHour())

/** null: there was no run here yet. */
function fromStore<Answer>(
  workspace: Workspace,
  read: (store: SqliteEventStore) => Answer,
): Answer | null {
  const store = findStoreToRead(workspace)
  if (store === null) return null
  try {
    return read(store)
  } finally {
    store.close()
  }
}
