/** The results of a run, in the form that is written to summary.json and printed by --json. */
import { pullAddress } from '../forge/pull-document.ts'
import type { DeliveredFile } from '../landing/delivery.ts'
import type { TaskId } from '../value/ids.ts'
import {
  attemptsAt,
  checkOf,
  deliveryOf,
  ofEachTask,
  stateOf,
  tasksWhere,
  type Run,
  taskOf,
} from '../run/run.ts'
import { attentionFor, type Conducted } from './attention-document.ts'
import { qualityOf, type Quality } from './quality.ts'
import { planningSummary, type PlanningSummary } from './planning-summary.ts'
import { rightnessOf, rightnessOfTask, type Rightness, type TaskRightness } from './rightness.ts'
import { sayFailure, saySkip } from '../say/say-failure.ts'
import { sayStuck } from '../say/say-stuck.ts'
import { sayTrouble } from '../say/landing/say-trouble.ts'
import { pushOf, unpublishedIn } from '../say/landing/say-unpublished.ts'
import { spendingOf, taskSpending, type Spending, type TaskSpending } from './spending.ts'
import { successRate } from './success-rate.ts'
import { howOf, type HowTaken } from '../take/how-taken.ts'
import { lastTaken } from '../take/taking.ts'
import { countNeeds, waitsForYou } from './waits-for-you.ts'
import type { RunStatus } from '../run/event.ts'
import type { TaskState, TaskStatus } from '../run/task-state.ts'
import {
  inSnakeCase,
  rounded,
  secondsOf,
  secondsOfTask,
  workerResults,
  type WorkerResult,
} from './worker-results.ts'

export interface Summary extends Spending {
  readonly run: string
  readonly status:
    | 'completed'
    | 'failed'
    | 'cancelled'
    | 'running'
    | 'paused'
    | 'cancelling'
    | 'stopped'
  /** How far the run is: nothing tried yet, first attempts, at work, only landing; or how it has ended. */
  readonly phase: 'queue_ready' | 'workers_spawned' | 'working' | 'aggregating' | RunStatus
  /** How its plan was made; null: not by Conductor, or for an earlier run. */
  readonly planning: PlanningSummary | null
  /** Nothing continues before a person has decided something, whether or not the run has a coordinator. */
  readonly waits_for_you: boolean
  /** How many needs hold something up until a person acts: the same number as in attention. */
  readonly needs_you_count: number
  readonly tasks: Readonly<
    Record<'total' | 'landed' | 'failed' | 'skipped' | 'cancelled' | 'review' | 'stuck', number>
  >
  /** null: no task has been decided yet. */
  readonly success_rate: number | null
  readonly workers_used: number
  readonly tasks_per_worker: Readonly<Record<string, number>>
  readonly workers: readonly WorkerResult[]
  readonly wall_s: number
  /** Seconds of work of the landed tasks. */
  readonly sequential_s: number
  /** null: nothing has landed yet. */
  readonly speedup: number | null
  readonly stage_s: Readonly<
    Record<'analysis' | 'planning' | 'execution' | 'landing' | 'aggregation', number>
  >
  readonly files_created: number | null
  readonly files_changed: number | null
  readonly lines_added: number | null
  readonly lines_deleted: number | null
  readonly test_coverage: number | null
  /** null: the run works in place, and nothing is merged. */
  readonly landing: LandingSummary | null
  /** How right the predicted files and collisions were; null: nothing was predicted, or nothing was delivered. */
  readonly foresight: Rightness | null
  readonly results: readonly Result[]
}

export interface LandingSummary {
  /** The branch that everything landed on; `from`: the branch it began from. */
  readonly target: string
  readonly from: string | null
  readonly base: string
  readonly tip: string
  /** Whether anything is checked before it lands. */
  readonly is_checked: boolean
  /** Tasks that landed without any check having been configured are not counted as checked. */
  readonly checked: number
  readonly unchecked: number
  readonly checks: Readonly<Record<'passed' | 'failed' | 'flakes', number>>
  /** Deliveries that had a merge conflict. */
  readonly conflicts: number
  /** Share of deliveries that merged cleanly; null when nothing was merged. */
  readonly merge_success_rate: number | null
  /** How the user took the result; null: not yet. */
  readonly taken: TakenSummary | null
  /** Submodule commits that no remote had when they were delivered: what has landed needs them. */
  readonly to_push: readonly ToPush[]
}

export interface TakenSummary extends HowTaken {
  readonly at: string
  /** Everything that has landed so far was taken. */
  readonly is_all: boolean
}

export interface ToPush {
  readonly submodule: string
  readonly commit: string
  /** The command to type, with `<url>` in it where the submodule has no remote. */
  readonly command: string
}

export interface Result extends TaskSpending {
  readonly id: TaskId
  readonly status: TaskStatus
  readonly attempts: number
  readonly duration_s: number
  readonly cpu_s: number | null
  readonly peak_memory_bytes: number | null
  readonly worker: number | null
  readonly branch: string | null
  readonly commit: string | null
  /** null: the task has not landed. */
  readonly checked: boolean | null
  readonly files_created: number | null
  readonly files_changed: number | null
  readonly lines_added: number | null
  readonly lines_deleted: number | null
  /** The first hundred files of the delivery; null: there is no delivery. */
  readonly files: readonly DeliveredFile[] | null
  /** null: there is no delivery that could be judged. */
  readonly quality: Quality | null
  /** null: nothing was predicted or delivered. */
  readonly foresight: TaskRightness | null
  readonly pull_request: string | null
  readonly error: string | null
  /** The last lines of output of a task that failed. */
  readonly last_lines: readonly string[]
}

/** Figures that are not in the events: they are measured on the disk when the run is over. */
export interface Measured {
  readonly filesCreated: number | null
  readonly filesChanged: number | null
  readonly linesAdded: number | null
  readonly linesDeleted: number | null
  readonly testCoverage: number | null
  readonly aggregationSeconds: number
}

export const NOT_MEASURED: Measured = {
  filesCreated: null,
  filesChanged: null,
  linesAdded: null,
  linesDeleted: null,
  testCoverage: null,
  aggregationSeconds: 0,
}

export function summarise(run: Run, measured: Measured): Summary {
  const total = run.plan.tasks.length
  const { landed, failed, skipped, cancelled, review, stuck } = run.counts
  const sequential = secondsInSequence(run)
  const wall = run.activeSeconds
  const workers = workerResults(run)
  const rate = successRate(run)
  return {
    run: run.id,
    status: statusOf(run),
    phase: phaseOf(run),
    planning: run.planned === null ? null : planningSummary(run.planned),
    waits_for_you: waitsForYou(run, run.lastEventAt),
    needs_you_count: needsOf(run, { isConducted: run.coordinator !== null }),
    tasks: { total, landed, failed, skipped, cancelled, review, stuck },
    success_rate: rate === null ? null : rounded(rate),
    workers_used: workers.length,
    tasks_per_worker: Object.fromEntries(
      workers.map(({ worker, tasks }) => [worker, tasks.length]),
    ),
    workers,
    wall_s: rounded(wall),
    sequential_s: rounded(sequential),
    speedup: sequential > 0 && wall > 0 ? rounded(sequential / wall) : null,
    stage_s: {
      analysis: rounded(run.stages.analysis),
      planning: rounded(run.stages.planning),
      execution: rounded(run.stages.execution),
      landing: rounded(run.stages.landing),
      aggregation: rounded(measured.aggregationSeconds),
    },
    files_created: measured.filesCreated,
    files_changed: measured.filesChanged,
    lines_added: measured.linesAdded,
    lines_deleted: measured.linesDeleted,
    test_coverage: coverageOf(run) ?? measured.testCoverage,
    ...spendingOf(run),
    landing: landingOf(run),
    foresight: rightnessOf(run),
    results: ofEachTask(run, ({ id }, state) => [resultOf(run, id, state)]),
  }
}

/** The summary as an observer sees it: a run whose coordinator has died is stopped, although no event says so. */
export const reportOn = (run: Run, measured: Measured, conducted: Conducted): Summary => ({
  ...summarise(run, measured),
  status: statusNow(run, conducted.isConducted),
  needs_you_count: needsOf(run, conducted),
})

const needsOf = (run: Run, conducted: Conducted): number =>
  countNeeds(attentionFor(run, { now: run.lastEventAt, ...conducted }))

export const statusNow = (run: Run, isConducted: boolean): Summary['status'] =>
  isConducted || run.ended !== null ? statusOf(run) : 'stopped'

function statusOf(run: Run): Summary['status'] {
  if (run.ended !== null) return run.ended.status
  if (run.coordinator === null) return 'stopped'
  if (run.cancelled) return 'cancelling'
  return run.paused ? 'paused' : 'running'
}

function phaseOf({ ended, attempts, counts }: Run): Summary['phase'] {
  if (ended !== null) return ended.status
  if (attempts.size === 0) return 'queue_ready'
  if ([...attempts.values()].every((attempt) => attempt.ended === null)) return 'workers_spawned'
  const isAtWork = counts.waiting + counts.working + counts.stuck + counts.review > 0
  return isAtWork ? 'working' : 'aggregating'
}

function landingOf(run: Run): LandingSummary | null {
  if (run.target === null) return null
  const { branch, from, base, tip } = run.target
  const merged = tasksWhere(
    run,
    ({ is }, { id }) => is === 'landed' && deliveryOf(run, id) !== null,
  )
  const conflicts = run.conflicted.size
  // A delivery that failed its check had been merged cleanly before.
  const clean = run.plan.tasks.filter(
    (task) =>
      !run.conflicted.has(task.id) &&
      (merged.includes(task) || run.setbacks.get(task.id)?.redCheck === true),
  ).length
  const { checksPassed, checksFailed, flakes } = run.landing
  return {
    target: branch,
    from,
    base,
    tip,
    is_checked: run.plan.tasks.some((task) => checkOf(run, task) !== null),
    checked: run.checked.size,
    unchecked: merged.filter(({ id }) => !run.checked.has(id)).length,
    checks: { passed: checksPassed, failed: checksFailed, flakes },
    conflicts,
    merge_success_rate: clean + conflicts > 0 ? rounded(clean / (clean + conflicts)) : null,
    taken: takenOf(run, tip),
    to_push: unpublishedIn(run).map((one) => ({
      submodule: one.path,
      commit: one.commit,
      command: pushOf(one),
    })),
  }
}

function takenOf(run: Run, tip: string): TakenSummary | null {
  const taken = lastTaken(run)
  if (taken === null) return null
  const { taking, at, result } = taken
  return {
    ...howOf(taking),
    at: new Date(at).toISOString(),
    is_all: result === tip,
  }
}

/** The coverage of the newest landed commit that reported one; checked commits that did not land do not count. */
function coverageOf({ coverage, states }: Run): number | null {
  const landed = new Set(states.map((state) => (state.is === 'landed' ? state.commit : null)))
  const landedCoverage = [...coverage].filter(([commit]) => landed.has(commit))
  return landedCoverage.at(-1)?.[1] ?? null
}

/** How long these tasks would have taken one after another, with all attempts except those that were cut off. */
export function secondsInSequence(
  run: Run,
  now: number = run.lastEventAt,
  counts: (status: TaskStatus) => boolean = (status) => status === 'landed',
): number {
  let sum = 0
  for (const attempt of run.attempts.values())
    if (counts(stateOf(run, attempt.task).is)) sum += secondsOf(attempt, now)
  return sum
}

function resultOf(run: Run, id: TaskId, state: TaskState): Result {
  const attempts = attemptsAt(run, id)
  const delivery = deliveryOf(run, id)
  const last = attempts.at(-1)
  const outcome = last?.ended?.outcome
  const profile = outcome === undefined || outcome.is === 'lost' ? null : outcome.profile
  return {
    id,
    status: state.is,
    attempts: attempts.length,
    duration_s: rounded(secondsOfTask(run, id)),
    cpu_s: profile?.cpuSeconds ?? null,
    peak_memory_bytes: profile?.peakMemoryBytes ?? null,
    worker: last?.worker ?? null,
    branch: delivery?.branch ?? null,
    commit: state.is === 'landed' ? state.commit : null,
    checked: state.is === 'landed' ? run.checked.has(id) : null,
    ...inSnakeCase(delivery?.changes ?? null),
    files: delivery?.files ?? null,
    ...taskSpending(run, id),
    quality: qualityOf(run, id),
    foresight: rightnessOfTask(run, id),
    pull_request: pullAddress(run, taskOf(run, id)),
    error: errorOf(state),
    last_lines: state.is === 'failed' ? state.lastLines : [],
  }
}

function errorOf(state: TaskState): string | null {
  if (state.is === 'failed') return sayFailure(state.failure)
  // Waiting for a review that the user asked for is no error.
  if (state.is === 'review')
    return state.trouble.is === 'approval' ? null : sayTrouble(state.trouble)
  if (state.is === 'stuck') return sayStuck(state.why)
  if (state.is === 'skipped') return saySkip(state.because)
  return state.is === 'cancelled' ? 'cancelled' : null
}
