/** The workspaces of our own runs: of the newest, and of those that still have a worktree. */
import { applyEvent, foldRun } from '../../core/run/apply-event.ts'
import type { Run } from '../../core/run/run.ts'
import { usualTarget, type RunId } from '../../core/value/ids.ts'
import {
  doneTargets,
  workspacesOfRun,
  type OwnWorkspaces,
} from '../../core/workspace/own-workspaces.ts'
import type { EventLog } from '../../server/served/served-log.ts'
import { pullsOfRun } from '../../core/workspace/own-pulls.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'

/** Older runs than these are left out. */
const MOST_RUNS = 8
const MINUTE = 60_000

export interface OpenOwnWorkspaces {
  read(how: OwnReading): OwnWorkspaces
}

interface OwnReading {
  readonly now: number
  /** Runs that a worktree was made for. */
  readonly withWorktree: ReadonlySet<RunId>
  readonly branchPrefix: string
  /** Names of branches. */
  readonly branches: ReadonlySet<string>
}

export function openOwnWorkspaces(
  log: EventLog,
  { home, project }: { readonly home: string; readonly project: string },
): OpenOwnWorkspaces {
  const folded = new Map<RunId, Run>()
  /** What was worked out for each run, and from what. */
  const workspacesOfRuns = new Map<
    RunId,
    { readonly key: string; readonly workspaces: OwnWorkspaces }
  >()
  // Asked for at the first reading: the store may be unusable.
  let store: unknown
  let reached = -1
  let hasGrown = true
  return {
    read(how) {
      const [present, last] = [log.identity?.(), log.lastSequence()]
      if (present !== store) folded.clear()
      hasGrown = last !== reached || present !== store
      store = present
      reached = last
      const conducted = findCoordinator(home)?.run ?? null
      const shown = runsToShow(how.withWorktree).map((run) =>
        workspacesOf(run, how, conducted === run.id),
      )
      const before = runsBefore(how)
      return {
        begun: shown.flatMap(({ begun }) => begun),
        planned: shown[0]?.planned ?? [],
        leftOut: shown[0]?.leftOut ?? 0,
        done: [...shown.flatMap(({ done }) => done), ...before.flatMap(doneTargets)],
        pulls: [...shown.flatMap(({ pulls }) => pulls), ...before.flatMap(pullsOfRun)],
      }
    },
  }

  /** The newest first. */
  function runsToShow(withWorktree: ReadonlySet<RunId>): readonly Run[] {
    const newest = log.newestRun()
    const wanted = log
      .runs()
      .filter((id) => id === newest || withWorktree.has(id))
      .slice(-MOST_RUNS)
      .toReversed()
    for (const id of workspacesOfRuns.keys()) if (!wanted.includes(id)) workspacesOfRuns.delete(id)
    return wanted.map(current).filter((run) => run !== null)
  }

  /** Of earlier runs, of which only the branch is left that they landed on. */
  function runsBefore({ branches }: OwnReading): readonly Run[] {
    const left = log
      .runs()
      .filter((id) => branches.has(usualTarget(id)))
      .slice(-MOST_RUNS)
    for (const id of folded.keys())
      if (!left.includes(id) && !workspacesOfRuns.has(id)) folded.delete(id)
    return left.flatMap((id) => (workspacesOfRuns.has(id) ? [] : (current(id) ?? [])))
  }

  function current(id: RunId): Run | null {
    const run = folded.get(id) ?? foldRun(log.eventsOf(id))
    if (run === null) return null
    if (folded.has(id) && hasGrown)
      for (const event of log.eventsOf(id, run.sequence)) applyEvent(run, event)
    folded.set(id, run)
    return run
  }

  /** Why ten thousand tasks wait takes long to find out: it is found out again after an event, and once a minute. */
  function workspacesOf(run: Run, how: OwnReading, isConducted: boolean): OwnWorkspaces {
    const minute = Math.floor(how.now / MINUTE)
    const key = [run.startedAt, run.sequence, isConducted, minute, how.branchPrefix].join(' ')
    const last = workspacesOfRuns.get(run.id)
    if (last?.key === key) return last.workspaces
    const { now, branchPrefix } = how
    const workspaces = workspacesOfRun(run, { now, isConducted, project, branchPrefix })
    workspacesOfRuns.set(run.id, { key, workspaces })
    return workspaces
  }
}
