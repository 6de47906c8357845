/** The lanes of tasks that wait for the answer of a person: their agents go on in the same worktree. */
import { laneOf } from '../../core/plan/lanes.ts'
import { MOST_LOOKED_AT } from '../../core/report/waiting-run.ts'
import { foldRun } from '../../core/run/apply-event.ts'
import { taskOf, tasksWhere } from '../../core/run/run.ts'
import { inHome } from '../../core/value/home-paths.ts'
import type { LaneName, RunId } from '../../core/value/ids.ts'
import { openEventLog } from '../../store/event-log.ts'

export interface AwaitedLanes {
  has(run: RunId | null, lane: LaneName): boolean
}

export function awaitedLanes(home: string): AwaitedLanes {
  using log = openEventLog(inHome(home, 'database'))
  const lanes = new Map(
    log.unfinishedRuns(MOST_LOOKED_AT).map((id) => {
      const run = foldRun(log.eventsOf(id))
      const stuck = run === null ? [] : tasksWhere(run, ({ is }) => is === 'stuck')
      return [id, new Set(stuck.map((task) => laneOf(taskOf(run!, task.id))))] as const
    }),
  )
  return { has: (run, lane) => run !== null && (lanes.get(run)?.has(lane) ?? false) }
}
