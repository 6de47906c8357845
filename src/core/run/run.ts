/** The present state of a run: the fold of its events (apply-event.ts). */
import type { Learned } from '../durations/learned.ts'
import type { MovedBranch } from '../landing/branch-moves.ts'
import type { WithPulls } from '../forge/lane-pull.ts'
import type { WithTakes } from '../take/taking.ts'
import type { Changes, Delivery } from '../landing/delivery.ts'
import type { Conversation, OnTopOf, ProcessIdentity, RunSettings, RunStatus } from './event.ts'
import type { Outcome } from './failure.ts'
import type { PlanGraph } from '../plan/graph.ts'
import type { Guidance } from '../agent/guidance.ts'
import type { Hindrance } from './hindrance.ts'
import type { AttemptId, CommitId, LaneName, RunId, TaskId } from '../value/ids.ts'
import type { PlanMaking } from './plan-making.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { Question } from '../agent/sign.ts'
import type { Condition } from '../agent/supervision.ts'
import {
  aimOf,
  isLost,
  isOver,
  WORK,
  type Purpose,
  type TaskState,
  type TaskStatus,
} from './task-state.ts'
import type { Usage } from '../agent/usage.ts'

export interface Attempt {
  readonly id: AttemptId
  readonly task: TaskId
  readonly number: number
  readonly worker: number
  readonly purpose: Purpose['is']
  readonly startedAt: number
  readonly ended: { readonly at: number; readonly outcome: Outcome } | null
  /** What the attempt left in git, whether it ended well or not. */
  readonly delivery: Delivery | null
  /** The conversation that a later attempt can continue; null: there is none, or the agent has not named it. */
  readonly conversation: Conversation | null
  readonly usage: Usage
  /** For how long a person was waited for, up to the present condition. */
  readonly waitedSeconds: number
  /** The condition of the attempt, as the supervisor judges it. */
  readonly condition: Condition
  readonly progress: { readonly status: 'planning' | 'working'; readonly note: string } | null
  /** The question of the agent that no person has answered yet. */
  readonly question: Question | null
  /** The areas that the agent asked about and a person has answered; null: a question about no area. */
  readonly answeredAbout: readonly (string | null)[]
}

export interface LaneWorktree {
  readonly lane: LaneName
  readonly path: string
  readonly branch: string
  readonly base: CommitId
  /** The task that the worktree was last opened for. */
  readonly task: TaskId
  readonly isOpen: boolean
}

/** The branch that work lands on. */
interface RunTarget {
  readonly branch: string
  readonly base: CommitId
  readonly from: string | null
  /** The last commit that we know of. */
  readonly tip: CommitId
}

export interface Touched {
  readonly files: readonly string[]
  readonly changes: Changes
}

export interface Collision {
  readonly tasks: readonly [TaskId, TaskId]
  readonly files: readonly string[]
}

interface Hindered extends Hindrance {
  readonly since: number
}

/** What went wrong with a task before it landed. */
export interface Setbacks {
  /** A check failed on the merge of the task, and not without it. */
  readonly redCheck: boolean
  readonly sentBack: number
}

export const NO_SETBACKS: Setbacks = { redCheck: false, sentBack: 0 }

/** The results of checks so far. */
export interface LandingCounts {
  readonly checksPassed: number
  readonly checksFailed: number
  /** Checks that failed and then passed on the same commit. */
  readonly flakes: number
}

/** Seconds of each stage, none of them counted twice: landing is the time in which no task worked. */
type Stages = Readonly<Record<'analysis' | 'planning' | 'execution' | 'landing', number>>

/**
 * Readonly to everyone but applyEvent, which changes it in place, so that a run of 100,000 tasks is folded once and
 * not copied for each event. A view compares `sequence` to see that the run has changed.
 */
export interface Run extends WithTakes, WithPulls {
  readonly id: RunId
  readonly plan: Plan
  readonly graph: PlanGraph
  /** How many tasks the plan had at the start; tasks that were added come after them. */
  readonly begunWith: number
  /** Tasks that have changed since the start, as they were then. */
  readonly asBegun: ReadonlyMap<TaskId, Task>
  readonly settings: RunSettings
  readonly source: { readonly file: string | null; readonly digest: string }
  /** What earlier runs taught about how long tasks take. */
  readonly learned: Learned
  /** The run whose result it builds on; null: it began at HEAD. */
  readonly onTopOf: OnTopOf | null
  /** How its plan was made; null: not by Conductor, or for an earlier run. */
  readonly planned: PlanMaking | null
  readonly stages: Stages
  readonly startedAt: number
  /** By the task's place in the plan. */
  readonly states: readonly TaskState[]
  readonly counts: Readonly<Record<TaskStatus, number>>
  readonly attempts: ReadonlyMap<AttemptId, Attempt>
  readonly attemptsOf: ReadonlyMap<TaskId, readonly AttemptId[]>
  readonly approved: ReadonlySet<TaskId>
  /** Working tasks that a person asked to stop. */
  readonly stopAsked: ReadonlyMap<TaskId, 'cancelled' | 'preempted'>
  /** null: the run works in place, or nothing has begun. */
  readonly target: RunTarget | null
  readonly worktrees: ReadonlyMap<LaneName, LaneWorktree>
  /** Branches of the user that somebody other than Conductor moved, by their name. */
  readonly movedBranches: ReadonlyMap<string, MovedBranch>
  /** Files that tasks have changed so far; only for tasks that are not over. */
  readonly touched: ReadonlyMap<TaskId, Touched>
  readonly collisions: ReadonlyMap<string, Collision>
  /** Landed tasks whose merge has passed a check. */
  readonly checked: ReadonlySet<TaskId>
  /** Tasks whose delivery had a merge conflict, and the files of it. */
  readonly conflicted: ReadonlyMap<TaskId, readonly string[]>
  readonly setbacks: ReadonlyMap<TaskId, Setbacks>
  readonly landing: LandingCounts
  /** Percent of lines that are tested, by the commit that passed the check. */
  readonly coverage: ReadonlyMap<CommitId, number>
  readonly guidance: ReadonlyMap<TaskId, Guidance>
  /** What the run may spend on models; null: no limit. */
  readonly budgetUsd: number | null
  /** The usage of planning and of all attempts together. */
  readonly usage: Usage
  /** The coordinator, as far as the events tell; null after it stopped properly. */
  readonly coordinator: ProcessIdentity | null
  readonly workerProcesses: ReadonlyMap<number, ProcessIdentity>
  readonly paused: boolean
  /** The hindrance that keeps the run from going on, and since when; null: none. */
  readonly hindered: Hindered | null
  /** Batches of which no task starts (S8); 0 is the first. */
  readonly pausedBatches: ReadonlySet<number>
  /** At most this many attempts at once (S1). */
  readonly agents: number
  readonly stopping: boolean
  readonly cancelled: boolean
  readonly ended: { readonly at: number; readonly status: RunStatus } | null
  /** Seconds in which the run had a coordinator, up to the last event. */
  readonly activeSeconds: number
  readonly sequence: number
  readonly lastEventAt: number
}

export const taskOf = (run: Run, id: TaskId): Task => run.plan.tasks[indexOf(run, id)]!

/** The plan as it was when the run began, without later changes and additions; only budgets are the present ones. */
export function planAtStart({ plan, begunWith, asBegun }: Run): Plan {
  if (asBegun.size === 0 && plan.tasks.length === begunWith) return plan
  const tasks = plan.tasks.slice(0, begunWith).map((task) => asBegun.get(task.id) ?? task)
  return { ...plan, tasks }
}

export const stateOf = (run: Run, id: TaskId): TaskState => run.states[indexOf(run, id)]!

export function indexOf(run: Run, id: TaskId): number {
  const index = run.graph.indexOf.get(id)
  if (index === undefined) throw new Error(`run ${run.id} has no task ${id}`)
  return index
}

/** By the task's place in the plan, for callers that keep thousands of tasks by their places. */
export const taskAt = ({ plan }: Pick<Run, 'plan'>, place: number): Task => plan.tasks[place]!
export const stateAt = ({ states }: Pick<Run, 'states'>, place: number): TaskState => states[place]!

/** The batch of a task; 0 is the first. */
export const batchOf = (run: Run, id: TaskId): number => run.graph.batch[indexOf(run, id)]!

/** Seconds from the start of a task to the end of the longest chain behind it. */
export const chainBehind = (run: Run, id: TaskId): number => run.graph.path[indexOf(run, id)]!

/** The priority of a task, or that of a more urgent task that depends on it. */
export const urgencyOf = (run: Run, id: TaskId): number => run.graph.priority[indexOf(run, id)]!

export const dependentsOf = (run: Run, id: TaskId): readonly TaskId[] =>
  run.graph.after[indexOf(run, id)]!.map((place) => taskAt(run, place).id)

/** A dependency that will not land; null: none. */
export const lostBefore = (run: Run, id: TaskId): TaskId | null =>
  unlandedBefore(run, id).find((before) => isLost(stateOf(run, before).is)) ?? null

/**
 * The tasks that must land before this one can. In a stack, a task that changed nothing may land before the tasks
 * below it; a task after it then builds on those.
 */
export function unlandedBefore(run: Run, id: TaskId): readonly TaskId[] {
  const unlanded = new Set<TaskId>()
  const walk = (task: TaskId): void => {
    for (const before of taskOf(run, task).dependencies) {
      const state = stateOf(run, before)
      if (state.is !== 'landed') unlanded.add(before)
      else if (run.settings.stacked && state.delivery === null) walk(before)
    }
  }
  walk(id)
  return [...unlanded]
}

/** In plan order. */
export const tasksWhere = (
  run: Run,
  is: (state: TaskState, task: Task) => boolean,
): readonly Task[] => run.plan.tasks.filter((task, place) => is(stateAt(run, place), task))

/** Collects what `find` returns for each task and its state, in plan order. */
export const ofEachTask = <Found>(
  run: Run,
  find: (task: Task, state: TaskState) => readonly Found[],
): readonly Found[] => run.plan.tasks.flatMap((task, place) => find(task, stateAt(run, place)))

/** The purpose of the present attempt at a task, or of the next one. */
export const purposeOf = (run: Run, task: TaskId): Purpose => {
  const state = stateOf(run, task)
  return 'purpose' in state ? state.purpose : WORK
}

export const attemptsAt = (run: Run, task: TaskId): readonly Attempt[] =>
  (run.attemptsOf.get(task) ?? []).map((id) => run.attempts.get(id)!)

/**
 * The delivery of a task that can be looked at or landed. A failed attempt to resolve a conflict does not count, nor
 * does a delivery after which another attempt has ended, because that one started anew.
 */
export const deliveryOf = (run: Run, task: TaskId): Delivery | null => {
  const state = stateOf(run, task)
  if ('delivery' in state) return state.delivery
  const aim = 'purpose' in state ? aimOf(state.purpose) : WORK
  if (aim.is === 'resolve') return aim.delivery
  const attempts = attemptsAt(run, task)
  if (isOver(state)) return attempts.findLast(countsAtEnd)?.delivery ?? null
  return attempts.findLast(({ delivery }) => delivery !== null)?.delivery ?? null
}

/** When a conflict was not resolved, the delivery from before it was put back. */
const countsAtEnd = ({ purpose, ended, delivery }: Attempt): boolean =>
  purpose !== 'resolve' ||
  (ended?.outcome.is === 'succeeded' && delivery !== null && delivery.marked === undefined)

/** For how many seconds an attempt has waited for a person at this time; that is no time of work. */
export const waitedBy = ({ waitedSeconds, condition }: Attempt, at: number): number =>
  condition.is === 'permission' || condition.is === 'question'
    ? waitedSeconds + Math.max(0, at - condition.since) / 1000
    : waitedSeconds

/** Attempts that began and have not ended, as far as the events tell. */
export function openAttempts(run: Run): readonly Attempt[] {
  return run.states
    .filter((state) => state.is === 'working')
    .map((state) => run.attempts.get(state.attempt)!)
}

/** A person has cancelled the run, and working attempts are being stopped. */
export const isBeingCancelled = ({ cancelled, ended }: Run): boolean => cancelled && ended === null

/** Every task is over, well or badly. */
export const nothingLeft = ({ counts }: Run): boolean =>
  counts.waiting === 0 &&
  counts.working === 0 &&
  counts.landing === 0 &&
  counts.review === 0 &&
  counts.stuck === 0

export const collisionsOf = (run: Run, task: TaskId): readonly Collision[] =>
  [...run.collisions.values()].filter(({ tasks }) => tasks.includes(task))

/** The command that must succeed on the merged tree before the task lands; null: nothing is checked. */
export const checkOf = ({ settings }: Run, task: Task): string | null =>
  task.check ?? settings.check ?? null

export const countUnchecked = (run: Run): number =>
  run.settings.isolation === 'worktree'
    ? run.plan.tasks.filter((task) => checkOf(run, task) === null).length
    : 0
