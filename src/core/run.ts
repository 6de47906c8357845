/** A run as it stands: the fold of its events. The same fold runs in the coordinator, the terminal and the browser. */
import type { Event, Fact, ProcessIdentity, RunSettings, RunStatus } from './event.ts'
import type { Outcome } from './failure.ts'
import { planGraph, type PlanGraph } from './graph.ts'
import type { AttemptId, RunId, TaskId } from './ids.ts'
import type { Plan, Task } from './plan.ts'
import type { TaskState, TaskStatus } from './task-state.ts'

export interface Attempt {
  readonly id: AttemptId
  readonly task: TaskId
  readonly number: number
  readonly worker: number
  readonly startedAt: number
  readonly ended: { readonly at: number; readonly outcome: Outcome } | null
}

/**
 * Readonly to everyone but applyEvent, which changes it in place: a run of 100,000 tasks is folded
 * once, not copied for each event. Whoever shows it looks at `sequence` to see that it moved.
 */
export interface Run {
  readonly id: RunId
  readonly plan: Plan
  readonly graph: PlanGraph
  readonly settings: RunSettings
  readonly source: { readonly file: string | null; readonly digest: string }
  readonly planningSeconds: number
  readonly startedAt: number
  /** By the task's place in the plan. */
  readonly states: readonly TaskState[]
  readonly counts: Readonly<Record<TaskStatus, number>>
  readonly attempts: ReadonlyMap<AttemptId, Attempt>
  readonly attemptsOf: ReadonlyMap<TaskId, readonly AttemptId[]>
  readonly approved: ReadonlySet<TaskId>
  /** Working tasks that someone asked to stop. */
  readonly stopAsked: ReadonlyMap<TaskId, 'cancelled' | 'preempted'>
  /** Who coordinates it, as far as the events tell; null after a stop in good order. */
  readonly coordinator: ProcessIdentity | null
  readonly workerProcesses: ReadonlyMap<number, ProcessIdentity>
  readonly paused: boolean
  /** Its coordinator is about to let go. */
  readonly stopping: boolean
  readonly cancelled: boolean
  readonly ended: { readonly at: number; readonly status: RunStatus } | null
  /** Seconds in which a coordinator had it, up to the last event. */
  readonly activeSeconds: number
  readonly sequence: number
  readonly lastEventAt: number
}

export function foldRun(events: Iterable<Event>): Run | null {
  let run: Run | null = null
  for (const event of events) run = applyEvent(run, event)
  return run
}

export function applyEvent(run: Run | null, event: Event): Run {
  if (event.type === 'run-started') return beginRun(event)
  if (run === null) throw new Error(`${event.type} before run-started`)
  const draft = run as Draft
  if (draft.coordinator !== null && event.type !== 'coordinator-started')
    draft.activeSeconds += (event.at - run.lastEventAt) / 1000
  draft.sequence = event.sequence
  draft.lastEventAt = event.at
  change(draft, event)
  return draft
}

export const taskOf = (run: Run, id: TaskId): Task => run.plan.tasks[indexOf(run, id)]!

export const stateOf = (run: Run, id: TaskId): TaskState => run.states[indexOf(run, id)]!

export function indexOf(run: Run, id: TaskId): number {
  const index = run.graph.indexOf.get(id)
  if (index === undefined) throw new Error(`run ${run.id} has no task ${id}`)
  return index
}

/** Attempts that began and have not ended, as far as the events tell. */
export function openAttempts(run: Run): readonly Attempt[] {
  return run.states
    .filter((state) => state.is === 'working')
    .map((state) => run.attempts.get(state.attempt)!)
}

/** Every task has come to its end, well or badly. */
export const nothingLeft = (run: Run): boolean =>
  run.counts.waiting === 0 && run.counts.working === 0

type Draft = {
  -readonly [Key in keyof Run]: Run[Key] extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : Run[Key] extends ReadonlySet<infer V>
      ? Set<V>
      : Run[Key] extends readonly TaskState[]
        ? TaskState[]
        : Run[Key] extends Readonly<Record<TaskStatus, number>>
          ? Record<TaskStatus, number>
          : Run[Key]
}

function beginRun(event: Event & { type: 'run-started' }): Run {
  const { plan, settings, source, planningSeconds, at } = event
  const waiting: TaskState = { is: 'waiting', since: at, tries: 0, retryAt: null }
  return {
    id: event.run,
    plan,
    graph: planGraph(plan),
    settings,
    source,
    planningSeconds,
    startedAt: at,
    states: plan.tasks.map(() => waiting),
    counts: { ...NOTHING, waiting: plan.tasks.length },
    attempts: new Map(),
    attemptsOf: new Map(),
    approved: new Set(),
    stopAsked: new Map(),
    coordinator: null,
    workerProcesses: new Map(),
    paused: false,
    stopping: false,
    cancelled: false,
    ended: null,
    activeSeconds: 0,
    sequence: event.sequence,
    lastEventAt: at,
  }
}

const NOTHING: Record<TaskStatus, number> = {
  waiting: 0,
  working: 0,
  landed: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
}

function change(run: Draft, event: Exclude<Event, { type: 'run-started' }>): void {
  const { at } = event
  switch (event.type) {
    case 'coordinator-started':
      run.coordinator = event.process
      run.stopping = false
      return
    case 'coordinator-stopping':
      run.stopping = true
      return
    case 'coordinator-stopped':
      run.coordinator = null
      run.stopping = false
      return
    case 'worker-started':
      run.workerProcesses.set(event.worker, event.process)
      return
    case 'run-paused':
      run.paused = true
      return
    case 'run-unpaused':
      run.paused = false
      return
    case 'run-cancelled':
      run.cancelled = true
      run.states.forEach((state, i) => {
        if (state.is === 'waiting') move(run, i, { is: 'cancelled', at })
      })
      return
    case 'run-ended':
      run.ended = { at, status: event.status }
      run.coordinator = null
      run.stopping = false
      return
    case 'tasks-added':
      addTasks(run, event.tasks, at)
      return
    case 'task-approved':
      run.approved.add(event.task)
      return
    case 'priority-changed':
      replaceTask(run, { ...taskOf(run, event.task), priority: event.priority })
      return
    case 'attempt-started':
      startAttempt(run, event, at)
      return
    case 'attempt-ended':
      endAttempt(run, event, at)
      return
    case 'stop-asked':
      run.stopAsked.set(event.task, event.as)
      return
    case 'task-landed':
      move(run, indexOf(run, event.task), { is: 'landed', at, commit: event.commit })
      return
    case 'retry-scheduled':
      move(run, indexOf(run, event.task), {
        ...waitingAgain(run, event.task, at),
        retryAt: event.retryAt,
      })
      return
    case 'task-failed': {
      const { failure, lastLines } = event
      move(run, indexOf(run, event.task), { is: 'failed', at, failure, lastLines })
      return
    }
    case 'tasks-skipped':
      for (const id of event.tasks)
        move(run, indexOf(run, id), { is: 'skipped', at, because: event.because })
      return
    case 'task-cancelled':
      move(run, indexOf(run, event.task), { is: 'cancelled', at })
      return
    case 'tasks-reset':
      run.ended = null
      run.cancelled = false
      for (const id of event.tasks)
        move(run, indexOf(run, id), { is: 'waiting', since: at, tries: 0, retryAt: null })
      return
  }
}

function move(run: Draft, index: number, state: TaskState): void {
  run.counts[run.states[index]!.is]--
  run.counts[state.is]++
  run.states[index] = state
}

function startAttempt(run: Draft, event: Fact & { type: 'attempt-started' }, at: number): void {
  const earlier = run.attemptsOf.get(event.task) ?? []
  const index = indexOf(run, event.task)
  const before = run.states[index]!
  const tries = before.is === 'waiting' ? before.tries : 0
  run.attemptsOf.set(event.task, [...earlier, event.attempt])
  run.attempts.set(event.attempt, {
    id: event.attempt,
    task: event.task,
    number: earlier.length + 1,
    worker: event.worker,
    startedAt: at,
    ended: null,
  })
  const { attempt, worker } = event
  move(run, index, { is: 'working', since: at, tries: tries + 1, attempt, worker })
}

/** Back to waiting; a verdict on the task, when there is one, is the next event of the same commit. */
function endAttempt(run: Draft, event: Fact & { type: 'attempt-ended' }, at: number): void {
  const attempt = run.attempts.get(event.attempt)!
  run.attempts.set(event.attempt, { ...attempt, ended: { at, outcome: event.outcome } })
  run.stopAsked.delete(event.task)
  const again = waitingAgain(run, event.task, at)
  const counts = event.outcome.is !== 'lost' && event.outcome.is !== 'preempted'
  move(run, indexOf(run, event.task), { ...again, tries: again.tries - (counts ? 0 : 1) })
}

function waitingAgain(run: Run, id: TaskId, at: number): TaskState & { is: 'waiting' } {
  const state = stateOf(run, id)
  const tries = state.is === 'working' || state.is === 'waiting' ? state.tries : 0
  return { is: 'waiting', since: at, tries, retryAt: null }
}

function addTasks(run: Draft, tasks: readonly Task[], at: number): void {
  run.plan = { ...run.plan, tasks: [...run.plan.tasks, ...tasks] }
  run.graph = planGraph(run.plan)
  for (const _ of tasks) run.states.push({ is: 'waiting', since: at, tries: 0, retryAt: null })
  run.counts.waiting += tasks.length
}

function replaceTask(run: Draft, task: Task): void {
  const tasks = run.plan.tasks.with(indexOf(run, task.id), task)
  run.plan = { ...run.plan, tasks }
  run.graph = planGraph(run.plan)
}
