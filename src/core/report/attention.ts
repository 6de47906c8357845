/** What needs a person, the most urgent first: one queue for status, the live view and notifications. */
import { firstLostBefore } from '../ask/answer.ts'
import { runOverBudget, type Overspent } from '../agent/budget.ts'
import { openMoves, type MovedBranch } from '../landing/branch-moves.ts'
import { troubleKind, type Trouble } from '../landing/delivery.ts'
import { isPassing, type ForgeProblem } from '../forge/forge-problem.ts'
import type { LanePull } from '../forge/lane-pull.ts'
import { pullNeeds } from '../forge/pull-need.ts'
import type { Failure } from '../run/failure.ts'
import { pendingGuidance } from '../agent/guidance.ts'
import type { Hindrance } from '../run/hindrance.ts'
import type { TaskId } from '../value/ids.ts'
import {
  deliveryOf,
  ofEachTask,
  openAttempts,
  stateOf,
  taskOf,
  type Attempt,
  type Run,
} from '../run/run.ts'
import type { PermissionRequest, Question } from '../agent/sign.ts'
import type { Condition } from '../agent/supervision.ts'
import type { TaskState } from '../run/task-state.ts'
import { laneOf } from '../plan/lanes.ts'
import type { WorkAt } from '../say/landing/ways-out.ts'
import { isHeldByHand, isUpToPeople } from '../run/waits-for-people.ts'
import { waitingTasks } from '../schedule/why-waiting.ts'

/** task null: it concerns the whole run. since: when the need arose. */
interface Waiting {
  readonly task: TaskId | null
  readonly since: number
}

export type Attention = Waiting &
  (
    | { readonly kind: 'permission'; readonly requests: readonly PermissionRequest[] }
    | { readonly kind: 'question'; readonly worker: number; readonly question: Question }
    | ({ readonly kind: 'budget' } & Overspent)
    | ({ readonly kind: DeliveryTrouble['is']; readonly trouble: DeliveryTrouble } & WorkAt)
    /**
     * first: what has to be retried before it; null: nothing. behind: the tasks that were skipped because of it.
     * hasWork: what it left could be landed all the same.
     */
    | {
        readonly kind: 'task-failed'
        readonly failure: Failure
        readonly lastLines: readonly string[]
        readonly first: TaskId | null
        readonly behind: readonly TaskId[]
        readonly hasWork: boolean
      }
    /** Finished work that lands when a person approves it. */
    | ({ readonly kind: 'review'; readonly trouble: Trouble & { is: 'approval' } } & WorkAt)
    | { readonly kind: 'needs-human' }
    /** The coordinator, this process, is stopped (SIGSTOP): nothing moves, and no event says so. */
    | { readonly kind: 'frozen'; readonly pid: number }
    /** The machine keeps the run from going on. isLetGo: it made the coordinator give up, so the run has none now. */
    | { readonly kind: 'hindered'; readonly hindrance: Hindrance; readonly isLetGo: boolean }
    /** A person has paused the run, and no task works any more. */
    | { readonly kind: 'paused-run' }
    /** Only paused batches are left to start; 0 is the first batch. */
    | { readonly kind: 'paused-batch'; readonly batch: number; readonly held: number }
    /** A pull request waits for a review, or only a person can bring it further. */
    | { readonly kind: 'pull-ready' | 'pull-stuck'; readonly pull: LanePull }
    /** The run cannot publish anything. */
    | { readonly kind: 'forge'; readonly problem: ForgeProblem }
    /** Somebody other than Conductor moved a branch of the user's. */
    | { readonly kind: 'branch-moved'; readonly move: MovedBranch }
    | { readonly kind: Advice['is']; readonly condition: Advice }
  )

type DeliveryTrouble = Exclude<Trouble, { is: 'approval' }>

/** Worth a look; it may resolve by itself. */
type Advice = Extract<
  Condition,
  { is: 'rate-limited' | 'stale' | 'looping' | 'silent' | 'over-time' }
>

export type AttentionKind = Attention['kind']

/** Needs that hold something up until a person has decided. */
const URGENT = [
  'frozen',
  'hindered',
  'permission',
  'question',
  'budget',
  'conflict',
  'red-check',
  'broken',
  'left-target',
  'unasked',
  'task-failed',
  'forge',
  'pull-stuck',
  'review',
  'pull-ready',
  'needs-human',
  'paused-run',
  'paused-batch',
] as const satisfies readonly AttentionKind[]

/** The most urgent first. */
export const ATTENTION_KINDS = [
  ...URGENT,
  'branch-moved',
  'rate-limited',
  'stale',
  'looping',
  'silent',
  'over-time',
] as const satisfies readonly AttentionKind[]

/** Whether something stands still until a person acts; the rest is advice. */
export const isUrgent = ({ kind }: Attention): boolean =>
  (URGENT as readonly AttentionKind[]).includes(kind)

/** Sorted by kind, and within a kind by the longest wait. */
export function attentionOf(run: Run, now: number): readonly Attention[] {
  const items = [
    ...(run.ended === null ? standing(run, now) : []),
    ...(run.cancelled ? [] : failedTasks(run)),
    ...movedBranches(run),
    ...pullRequests(run),
  ]
  return items.sort(byUrgency)
}

const byUrgency = (a: Attention, b: Attention): number =>
  ATTENTION_KINDS.indexOf(a.kind) - ATTENTION_KINDS.indexOf(b.kind) || a.since - b.since

/** The needs of a run that is not over. */
function standing(run: Run, now: number): readonly Attention[] {
  return [
    ...openAttempts(run).flatMap((attempt) => ofAttempt(run, attempt)),
    ...ofEachTask(run, ({ id }, state) => ofState(run, id, state)),
    ...ofMachine(run),
    ...ofRun(run, now),
    ...toApprove(run, now),
    ...ofPause(run, now),
    ...toUnpause(run, now),
  ]
}

/** Also listed when the run is over, because most pull requests are reviewed then. */
const pullRequests = (run: Run): readonly Attention[] => [
  ...forgeProblems(run),
  ...pullNeeds(run).map(
    ({ is, pull, task, since }) => ({ kind: `pull-${is}`, task, since, pull }) as const,
  ),
]

/** While the run works, it tries again by itself. A person has to help if that is not enough. */
function forgeProblems({ forgeProblem: problem, ended }: Run): readonly Attention[] {
  if (problem === null || (ended === null && isPassing(problem))) return []
  return [{ kind: 'forge', task: null, since: problem.since, problem }]
}

/** Also listed when the run is over: the branch belongs to the user, whatever became of the run. */
const movedBranches = (run: Run): readonly Attention[] =>
  openMoves(run).map((move) => ({
    kind: 'branch-moved',
    task: null,
    since: move.since,
    move,
  }))

/** Also listed when the run is over: a failed task, and the tasks skipped because of it, do not continue by themselves. */
function failedTasks(run: Run): readonly Attention[] {
  if (run.counts.failed === 0) return []
  const behind = leftOutBy(run)
  return ofEachTask(run, ({ id: task }, state): readonly Attention[] => {
    if (state.is !== 'failed') return []
    const { at: since, failure, lastLines } = state
    const first = firstLostBefore(run, task)
    const hasWork = first === null && deliveryOf(run, task) !== null
    return [
      {
        kind: 'task-failed',
        task,
        since,
        failure,
        lastLines,
        first,
        behind: behind.get(task) ?? [],
        hasWork,
      },
    ]
  })
}

function leftOutBy(run: Run): ReadonlyMap<TaskId, readonly TaskId[]> {
  const leftOut = new Map<TaskId, TaskId[]>()
  const pairs = ofEachTask(run, ({ id }, state) =>
    state.is === 'skipped' && state.because.is === 'dependency'
      ? ([[state.because.task, id]] as const)
      : [],
  )
  for (const [task, id] of pairs) leftOut.set(task, [...(leftOut.get(task) ?? []), id])
  return leftOut
}

function ofAttempt(run: Run, attempt: Attempt): readonly Attention[] {
  const { task, condition, worker } = attempt
  const { since } = condition
  switch (condition.is) {
    case 'fine':
    // The agent calls the model again by itself.
    case 'retrying':
      return []
    case 'permission':
      return [{ kind: 'permission', task, since, requests: condition.requests }]
    case 'question': {
      // A person has answered, and the answer is on its way.
      if (pendingGuidance(run, task).length > 0) return []
      const { decision } = condition
      const question = attempt.question ?? { decision, options: [], context: '', area: null }
      return [{ kind: 'question', task, since, worker, question }]
    }
    case 'rate-limited':
    case 'stale':
    case 'looping':
    case 'silent':
    case 'over-time':
      return [{ kind: condition.is, task, since, condition }]
  }
}

function ofState(run: Run, task: TaskId, state: TaskState): readonly Attention[] {
  if (state.is === 'review') {
    const { since, trouble } = state
    const at = workAt(run, task)
    return trouble.is === 'approval'
      ? [{ kind: 'review', task, since, trouble, ...at }]
      : [{ kind: troubleKind(trouble), task, since, trouble, ...at }]
  }
  return state.is === 'stuck' ? ofStuck(run, task, state) : []
}

function workAt(run: Run, id: TaskId): WorkAt {
  const task = taskOf(run, id)
  const worktree = run.worktrees.get(laneOf(task))?.path ?? null
  return { hasAgent: task.work.is === 'prompt', worktree }
}

function ofStuck(run: Run, task: TaskId, state: TaskState & { is: 'stuck' }): readonly Attention[] {
  const { since, why, attempt } = state
  if (why.is === 'question') {
    const { worker } = run.attempts.get(attempt)!
    return [{ kind: 'question', task, since, worker, question: why.question }]
  }
  // What stops the whole run is listed once, by ofRun.
  if (why.of === 'run') return []
  return [{ ...why, kind: 'budget', task, since }]
}

function ofMachine({ hindered }: Run): readonly Attention[] {
  if (hindered === null) return []
  const { since, ...hindrance } = hindered
  return [{ kind: 'hindered', task: null, since, hindrance, isLetGo: false }]
}

/** One need for the whole run, if anything is held up because the run has used up its budget. */
function ofRun(run: Run, now: number): readonly Attention[] {
  const over = runOverBudget(run)
  if (over === null) return []
  const stopped = run.states.filter(isStoppedWithRun).map(({ since }) => since)
  const isHeld = [...waitingTasks(run, now).values()].some(({ is }) => is === 'over-budget')
  if (stopped.length === 0 && !isHeld) return []
  const since = stopped.length > 0 ? Math.min(...stopped) : lastEnd(run)
  return [{ ...over, kind: 'budget', task: null, since }]
}

const isStoppedWithRun = (state: TaskState): state is TaskState & { is: 'stuck' } =>
  state.is === 'stuck' && state.why.is === 'budget' && state.why.of === 'run'

/** When the last attempt ended: the attempt that spent the rest of the budget ended by itself. */
const lastEnd = (run: Run): number =>
  [...run.attempts.values()].reduce(
    (last, { ended }) => Math.max(last, ended?.at ?? 0),
    run.startedAt,
  )

function toApprove(run: Run, now: number): readonly Attention[] {
  // waitingTasks looks at all tasks, so it is called only when an approval is missing.
  const isAsked = run.plan.tasks.some(
    ({ id, needsHuman }) =>
      needsHuman && !run.approved.has(id) && stateOf(run, id).is === 'waiting',
  )
  if (!isAsked) return []
  return [...waitingTasks(run, now)]
    .filter(([, wait]) => wait.is === 'needs-human')
    .map(([task]) => ({ kind: 'needs-human', task, since: readySince(run, task) }))
}

/** A person who pauses a run while tasks work knows that; a reminder is needed only when nothing works any more. */
function ofPause(run: Run, now: number): readonly Attention[] {
  if (!run.paused || run.cancelled || run.stopping) return []
  if (!isHeldByHand(run, waitingTasks(run, now))) return []
  return [{ kind: 'paused-run', task: null, since: run.lastEventAt }]
}

/**
 * A person who pauses a batch while others work knows that; a reminder is needed only when nothing else goes on. One
 * for the first paused batch is enough.
 */
function toUnpause(run: Run, now: number): readonly Attention[] {
  if (run.pausedBatches.size === 0) return []
  const waits = waitingTasks(run, now)
  const held = [...waits].flatMap(([task, wait]) =>
    wait.is === 'batch-paused' ? [{ task, batch: wait.batch }] : [],
  )
  if (held.length === 0 || !isUpToPeople(run, waits)) return []
  const batch = Math.min(...held.map((each) => each.batch))
  const tasks = held.filter((each) => each.batch === batch)
  const since = Math.min(...tasks.map(({ task }) => readySince(run, task)))
  return [{ kind: 'paused-batch', task: null, since, batch, held: tasks.length }]
}

/** When the last dependency of the task had landed. */
function readySince(run: Run, task: TaskId): number {
  const state = stateOf(run, task)
  const before = taskOf(run, task).dependencies.map((id) => stateOf(run, id))
  const landed = before.map((one) => (one.is === 'landed' ? one.at : 0))
  return Math.max(state.is === 'waiting' ? state.since : 0, ...landed)
}
