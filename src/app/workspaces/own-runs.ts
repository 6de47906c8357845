/** The runs whose worktrees and branches may still be there: the newest, and those that have a worktree. */
import { applyEvent, foldRun } from '../../core/run/apply-event.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import type { EventLog } from '../../server/served-repository.ts'

/** Older runs than these are left out, and how many are kept folded. */
const MOST_RUNS = 8

export interface OwnRuns {
  /** The newest first. withWorktree: runs that a worktree was made for. */
  read(withWorktree: ReadonlySet<RunId>): readonly Run[]
}

export function openOwnRuns(log: EventLog): OwnRuns {
  let store = log.identity?.()
  let reached = -1
  const folded = new Map<RunId, Run>()
  return {
    read(withWorktree) {
      const [present, last] = [log.identity?.(), log.lastSequence()]
      if (present !== store) folded.clear()
      const isNew = last !== reached || present !== store
      store = present
      reached = last
      const wanted = newestOf(withWorktree)
      for (const id of folded.keys()) if (!wanted.includes(id)) folded.delete(id)
      return wanted.map((id) => current(id, isNew)).filter((run) => run !== null)
    },
  }

  function newestOf(withWorktree: ReadonlySet<RunId>): readonly RunId[] {
    const newest = log.newestRun()
    return log
      .runs()
      .filter((id) => id === newest || withWorktree.has(id))
      .slice(-MOST_RUNS)
      .toReversed()
  }

  function current(id: RunId, isNew: boolean): Run | null {
    const run = folded.get(id)
    if (run === undefined) {
      const first = foldRun(log.eventsOf(id))
      if (first !== null) folded.set(id, first)
      return first
    }
    if (isNew) for (const event of log.eventsOf(id, run.sequence)) applyEvent(run, event)
    return run
  }
}
