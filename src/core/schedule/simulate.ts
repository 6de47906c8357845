/** What a run would look like if every task took its estimate: the real schedule with a simulated clock. */
import type { Event, Fact, RunSettings } from '../run/event.ts'
import { criticalPath, planGraph } from '../plan/graph.ts'
import { Heap } from '../value/heap.ts'
import { attemptId, runId, type TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import { withEstimates, type Plan, type Task } from '../plan/plan.ts'
import { applyEvent, foldRun } from '../run/apply-event.ts'
import { copyOf } from '../run/run-draft.ts'
import { indexOf, nothingLeft, type Run } from '../run/run.ts'
import { scheduleOf } from './schedule.ts'
import type { TaskState } from '../run/task-state.ts'

export interface Timeline {
  readonly makespanSeconds: number
  readonly sequentialSeconds: number
  readonly speedup: number
  /** Agent-seconds in which an agent had nothing to do. */
  readonly idleSeconds: number
  readonly agents: number
  readonly criticalPath: readonly TaskId[]
  /** In order of start. */
  readonly bars: readonly Bar[]
}

export interface Bar {
  readonly id: TaskId
  readonly startSeconds: number
  readonly endSeconds: number
  readonly worker: number
}

export function simulate(
  plan: Plan,
  settings: RunSettings,
  actualSeconds?: ReadonlyMap<TaskId, number>,
): Timeline {
  const run = foldRun([runStarted(plan, settings)])!
  const seconds = (id: TaskId): number =>
    actualSeconds?.get(id) ?? plan.tasks[indexOf(run, id)]!.estimate.seconds
  const bars = playOut(run, 0, seconds)
  const makespanSeconds = latestEnd(bars)
  const sequentialSeconds = bars.reduce((sum, bar) => sum + bar.endSeconds - bar.startSeconds, 0)
  const agents = Math.min(settings.agents, plan.tasks.length)
  return {
    makespanSeconds,
    sequentialSeconds,
    speedup: makespanSeconds > 0 ? sequentialSeconds / makespanSeconds : 1,
    idleSeconds: agents * makespanSeconds - sequentialSeconds,
    agents,
    criticalPath: criticalPath(plan, run.graph),
    bars,
  }
}

/** The fewest worktrees with which the plan takes no longer than with one per agent. */
export function worktreesNeeded(plan: Plan, settings: RunSettings): number {
  const most = Math.min(settings.agents, new Set(plan.tasks.map(laneOf)).size)
  const best = simulate(plan, { ...settings, maxWorktrees: null }).makespanSeconds
  for (let count = 1; count < most; count++) {
    const { makespanSeconds } = simulate(plan, { ...settings, maxWorktrees: count })
    if (makespanSeconds <= best) return count
  }
  return most
}

/** How long a run still takes if the rest goes as estimated and nothing holds it up. */
export interface TimeLeft {
  /** At least this long if a task is overdue, because nobody knows when that task ends. */
  readonly seconds: number
  /** Working tasks that have exceeded their estimate, the longest first. */
  readonly overdue: readonly Overdue[]
}

export interface Overdue {
  readonly task: TaskId
  /** By how much the task exceeds its estimate. */
  readonly seconds: number
}

export const timeLeft = (run: Run, now: number): TimeLeft => ({
  seconds: latestEnd(forecast(run, now)),
  overdue: overdueTasks(run, now),
})

/** Compared with the estimates from the start of the run: how long other tasks took since says nothing about these. */
export function overdueTasks(run: Run, now: number): readonly Overdue[] {
  const { tasks } = run.plan
  return run.states
    .flatMap((state, i): readonly Overdue[] =>
      state.is === 'working'
        ? [{ task: tasks[i]!.id, seconds: -secondsToGo(tasks[i]!, state, now) }]
        : [],
    )
    .filter(({ seconds }) => seconds > 0)
    .toSorted((a, b) => b.seconds - a.seconds)
}

/** Negative when the task is overdue. */
const secondsToGo = (task: Task, state: TaskState, now: number): number =>
  task.estimate.seconds - (state.is === 'working' ? (now - state.since) / 1000 : 0)

/** The rest of the run as bars, from now on: a working task begins at 0, and an overdue one ends there. */
export function forecast(run: Run, now: number): readonly Bar[] {
  const plan = estimated(run)
  const copy: Run = {
    ...copyOf(run),
    plan,
    graph: planGraph(plan),
    paused: false,
    hindered: null,
    pausedBatches: new Set(),
    approved: new Set(plan.tasks.map((task) => task.id)),
  }
  const remaining = (id: TaskId): number => {
    const i = indexOf(run, id)
    const toGo = secondsToGo(plan.tasks[i]!, run.states[i]!, now)
    // The task took longer than similar tasks did, but is not overdue by its own estimate, so that estimate counts.
    return toGo > 0 ? toGo : Math.max(secondsToGo(run.plan.tasks[i]!, run.states[i]!, now), 0)
  }
  return playOut(copy, now, remaining)
}

const estimated = (run: Run): Plan => withEstimates(run.plan, measuredSoFar(run))

/** The durations of this run are the best estimate for tasks that have none. */
function measuredSoFar(run: Run): ReadonlyMap<TaskId, number> {
  const measured = run.plan.tasks.filter((task) => task.estimate.from === 'history')
  const seconds = new Map(measured.map((task) => [task.id, task.estimate.seconds]))
  for (const { task, ended } of run.attempts.values())
    if (ended?.outcome.is === 'succeeded') seconds.set(task, ended.outcome.profile.wallSeconds)
  return seconds
}

const latestEnd = (bars: readonly Bar[]): number =>
  bars.reduce((latest, bar) => Math.max(latest, bar.endSeconds), 0)

/** Starts what may start, lands the tasks that end first, and repeats; every event is a real one. */
function playOut(run: Run, from: number, secondsOf: (id: TaskId) => number): Bar[] {
  const schedule = scheduleOf(run)
  const endsAt = new Float64Array(run.plan.tasks.length)
  const running = new Heap(
    (a, b) => endsAt[a]! < endsAt[b]! || (endsAt[a] === endsAt[b] && a < b),
    run.plan.tasks.length,
  )
  const workers = freeWorkers(run)
  const workerOf = new Map<number, number>()
  const bars: Bar[] = []
  let now = from

  const record = (fact: Fact): void => {
    applyEvent(run, { ...fact, run: run.id, at: now, sequence: run.sequence + 1 })
  }
  const begin = (i: number, worker: number): void => {
    const { id } = run.plan.tasks[i]!
    endsAt[i] = now + secondsOf(id) * 1000
    workerOf.set(i, worker)
    running.push(i)
    bars.push({
      id,
      worker,
      startSeconds: (now - from) / 1000,
      endSeconds: (endsAt[i] - from) / 1000,
    })
  }
  const start = (task: TaskId): void => {
    const worker = workers.take()
    record({ type: 'attempt-started', task, worker, attempt: attemptId(run.id, task, 1) })
    schedule.changed(task)
    begin(indexOf(run, task), worker)
  }
  const landNow = (task: TaskId): void => {
    record({ type: 'task-landed', task, commit: null })
    schedule.changed(task)
  }
  const land = (i: number): void => {
    running.remove(i)
    landNow(run.plan.tasks[i]!.id)
    workers.release(workerOf.get(i)!)
  }
  const landAllAt = (time: number): void => {
    now = time
    for (let i = running.peek(); i !== undefined && endsAt[i] === time; i = running.peek()) land(i)
  }

  run.states.forEach((state, i) => {
    if (state.is === 'working') begin(i, state.worker)
    if (state.is === 'landing' || state.is === 'review') landNow(run.plan.tasks[i]!.id)
  })
  while (!nothingLeft(run)) {
    for (let task = schedule.next(now); task !== null; task = schedule.next(now)) start(task)
    const first = running.peek()
    const retryAt = schedule.nextRetryAt()
    const isDueFirst = retryAt !== null && (first === undefined || retryAt < endsAt[first]!)
    if (isDueFirst && retryAt > now) now = retryAt
    else if (first !== undefined) landAllAt(endsAt[first]!)
    else break
  }
  return bars
}

/** Gives out the lowest free number first, as a real run does; the schedule decides how many workers there may be. */
export function freeWorkers(run: Run): { take(): number; release(worker: number): void } {
  const busy = new Set(run.states.map((state) => (state.is === 'working' ? state.worker : 0)))
  /** All lower numbers are busy. */
  let lowest = 1
  return {
    take: () => {
      while (busy.has(lowest)) lowest++
      busy.add(lowest)
      return lowest
    },
    release: (worker) => {
      busy.delete(worker)
      lowest = Math.min(lowest, worker)
    },
  }
}

function runStarted(plan: Plan, settings: RunSettings): Event {
  return {
    type: 'run-started',
    plan: { ...plan, tasks: plan.tasks.map(withoutHuman) },
    settings,
    source: { file: null, digest: '' },
    planningSeconds: 0,
    run: runId(0),
    at: 0,
    sequence: 0,
  }
}

const withoutHuman = (task: Task): Task => (task.needsHuman ? { ...task, needsHuman: false } : task)
