/** For a run that has landed nothing: an earlier run whose result still waits to be taken. */
import { type Run, tasksWhere } from '../../core/run/run.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { lastTaken } from '../../core/take/taking.ts'
import { openStoreToRead, readRun } from '../look/read-runs.ts'
import type { Workspace } from '../place/workspace.ts'

/** Only so many runs are read: a user hardly remembers an older one. */
const MOST_LOOKED_AT = 10

/** null: there is none. */
export function sayUntakenEarlier(workspace: Workspace, run: Run): string | null {
  const store = openStoreToRead(workspace)
  try {
    const ids = store.runs()
    const before = ids.slice(0, ids.indexOf(run.id))
    for (const id of before.slice(-MOST_LOOKED_AT).toReversed()) {
      const { target, ...earlier } = readRun(store, id)
      if (target === null || target.tip === target.base || lastTaken(earlier) !== null) continue
      const landed = tasksWhere({ target, ...earlier }, ({ is }) => is === 'landed').length
      return `run ${id} has ${sayCount(landed, 'landed task')} to take: conductor take --run ${id}`
    }
    return null
  } finally {
    store.close()
  }
}
