/** The workspaces of our own runs: one for each lane, and the branch that they land on. */
import { laneOf } from '../plan/lanes.ts'
import { attentionOf, isUrgent, type AttentionKind } from '../report/attention.ts'
import { sayStanding, standingOf, type Sight, type StandingWord } from '../report/task-standing.ts'
import { attemptsAt, stateOf, taskOf, type Run } from '../run/run.ts'
import { holdsLane, isOver } from '../run/task-state.ts'
import { waitingTasks, type Wait } from '../schedule/why-waiting.ts'
import { isInPulls } from '../take/result-in-pulls.ts'
import { lastTaken } from '../take/taking.ts'
import type { LaneName, TaskId } from '../value/ids.ts'
import {
  foundWorkspace,
  type FoundSession,
  type FoundWorkspace,
  type PullRequest,
} from './found.ts'
import { pullsOfRun } from './own-pulls.ts'
import type { TreeNode } from './tracker.ts'

export interface OwnWorkspaces {
  /** The workspaces that have a branch, or had one. */
  readonly begun: readonly FoundWorkspace[]
  /** The workspaces that get their branch when their first task starts. */
  readonly planned: readonly FoundWorkspace[]
  /** How many lanes that have not started are left out. */
  readonly leftOut: number
  /** Branches that work has landed on, and that no longer have to be merged. */
  readonly done: readonly string[]
  /** Those that are open. */
  readonly pulls: readonly PullRequest[]
}

const NOTHING: OwnWorkspaces = { begun: [], planned: [], leftOut: 0, done: [], pulls: [] }

export interface OwnSight extends Sight {
  /** As `GET /api/projects` names the repository. */
  readonly project: string
  /** The setting worktrees.branch_prefix, for lanes that have no branch yet. */
  readonly branchPrefix: string
}

/** Of a plan with more lanes than this, those of the last tasks are left out until they start. */
const MOST_PLANNED = 200

/** Where the worktrees are, git tells: another lane may have the folder of this one by now. */
export function workspacesOfRun(run: Run, sight: OwnSight): OwnWorkspaces {
  if (run.settings.isolation === 'none') return NOTHING
  const lanes = Map.groupBy(run.plan.tasks, laneOf)
  const branchOf = (lane: LaneName): string =>
    run.worktrees.get(lane)?.branch ?? `${sight.branchPrefix}${lane}`
  const waits = waitingTasks(run, sight.now)
  const seen = { ...sight, waits, upToYou: upToYou(run, sight.now, waits) }
  const workspaceOf = (lane: LaneName): FoundWorkspace =>
    ofLane(
      run,
      taskToShow(
        run,
        lane,
        lanes.get(lane)!.map(({ id }) => id),
      ),
      seen,
      branchOf,
    )
  const waiting = run.ended === null ? lanesToCome() : []
  const planned = waiting.slice(0, MOST_PLANNED)
  return {
    begun: [
      ...[...run.worktrees.keys()].filter((lane) => lanes.has(lane)).map(workspaceOf),
      ...ofTarget(run),
    ],
    // Nothing has happened there yet, so there is no time to tell of.
    planned: planned.map((lane) => ({ ...workspaceOf(lane), lastActiveAt: null })),
    leftOut: waiting.length - planned.length,
    done: doneTargets(run),
    pulls: pullsOfRun(run),
  }

  function lanesToCome(): readonly LaneName[] {
    return [...lanes]
      .filter(
        ([lane, tasks]) => !run.worktrees.has(lane) && tasks.some(({ id }) => isToCome(run, id)),
      )
      .map(([lane]) => lane)
  }
}

const isToCome = (run: Run, task: TaskId): boolean => !isOver(stateOf(run, task))

/** Of the tasks that share the lane: the one that has work there, else the next, else the last. */
function taskToShow(run: Run, lane: LaneName, sharing: readonly TaskId[]): TaskId {
  return (
    sharing.find((task) => holdsLane(stateOf(run, task))) ??
    sharing.find((task) => isToCome(run, task)) ??
    run.worktrees.get(lane)?.task ??
    sharing[0]!
  )
}

function ofLane(
  run: Run,
  task: TaskId,
  sight: OwnSight & { readonly upToYou: ReadonlySet<TaskId> },
  branchOf: (lane: LaneName) => string,
): FoundWorkspace {
  const { name, model, dependencies } = taskOf(run, task)
  const branch = branchOf(laneOf(taskOf(run, task)))
  const standing = standingOf(run, task, sight)
  const status = sight.upToYou.has(task) ? 'stuck' : STATUS[standing.word]
  const below = dependencies
    .filter((each) => stateOf(run, each).is !== 'landed')
    .map((each) => branchOf(laneOf(taskOf(run, each))))
    .filter((each) => each !== branch)
  return foundWorkspace({
    branch,
    name,
    parent: below.at(-1) ?? run.target?.from ?? null,
    dependsOn: [...new Set(below.slice(0, -1))],
    firstSeenAt: attemptsAt(run, task)[0]?.startedAt ?? null,
    lastActiveAt: status === 'working' ? toMinute(sight.now) : standing.since,
    standing: { status, says: sayStanding(standing) },
    session: sessionOf(status, model),
    task: { project: sight.project, run: run.id, task },
  })
}

/** An agent that works is active at this moment; views need not change more than once a minute because of that. */
const toMinute = (now: number): number => Math.floor(now / 60_000) * 60_000

const STATUS: Readonly<Record<StandingWord, TreeNode['status']>> = {
  waiting: 'idle',
  working: 'working',
  'cut off': 'stuck',
  landing: 'working',
  ready: 'idle',
  'needs you': 'stuck',
  stuck: 'stuck',
  landed: 'merged',
  failed: 'stuck',
  skipped: 'idle',
  cancelled: 'idle',
}

/** The tasks that stand still until a person decides: what the attention list names, and what waits because of that. */
function upToYou(run: Run, now: number, waits: ReadonlyMap<TaskId, Wait>): ReadonlySet<TaskId> {
  const urgent = attentionOf(run, now).filter(isUrgent)
  const held = new Set(urgent.map(({ kind }) => HELD_BY[kind]))
  return new Set([
    ...urgent.flatMap(({ task }) => task ?? []),
    ...[...waits].filter(([, { is }]) => held.has(is)).map(([task]) => task),
  ])
}

/** Needs of the whole run, and how the tasks wait that they hold. */
const HELD_BY: Readonly<Partial<Record<AttentionKind, Wait['is']>>> = {
  budget: 'over-budget',
  'paused-run': 'paused',
  'paused-batch': 'batch-paused',
}

const SESSION = { working: 'working', stuck: 'error', idle: 'idle', merged: 'idle' } as const

const sessionOf = (status: TreeNode['status'], model: string | null): FoundSession => ({
  status: SESSION[status],
  model,
  isCompacting: false,
})

/** Everything that landed there was taken, or is in pull requests, also where its commits are others. */
export function doneTargets(run: Run): readonly string[] {
  const { target, ended } = run
  if (target === null || ended === null || target.branch === target.from) return []
  const isTaken = lastTaken(run)?.result === target.tip
  return isTaken || isInPulls(run) ? [target.branch] : []
}

/** The work that has landed waits there to be merged by its user. */
function ofTarget(run: Run): readonly FoundWorkspace[] {
  const { id, target, startedAt, lastEventAt } = run
  if (target === null || target.tip === target.base || target.branch === target.from) return []
  if (doneTargets(run).length > 0) return []
  const common = { name: `run ${id}`, firstSeenAt: startedAt, lastActiveAt: lastEventAt }
  return [foundWorkspace({ branch: target.branch, parent: target.from, ...common })]
}
