/** What a run would look like if every task took its estimate: the real schedule with a simulated clock. */
import type { Event, Fact, RunSettings } from '../run/event.ts'
import { plausibleSeconds } from '../durations/estimate.ts'
import { criticalPath } from '../plan/graph.ts'
import { Heap } from '../value/heap.ts'
import { attemptId, runId, type TaskId } from '../value/ids.ts'
import { laneOf } from '../plan/lanes.ts'
import type { Plan } from '../plan/plan.ts'
import { applyEvent, foldRun } from '../run/apply-event.ts'
import { indexOf, nothingLeft, type Run } from '../run/run.ts'
import { scheduleOf } from './schedule.ts'

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
  const run = approvedRun(plan, settings)
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
    idleSeconds: idleSeconds(agents, makespanSeconds, sequentialSeconds),
    agents,
    criticalPath: criticalPath(plan, run.graph),
    bars,
  }
}

/** Sums of fractions differ in their last digits, so an agent that is always busy would seem idle for less than no time. */
const idleSeconds = (agents: number, makespan: number, sequential: number): number =>
  Math.max(0, wholeMilliseconds(agents * makespan - sequential))

const wholeMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

/**
 * Timelines of one plan by the number of agents. More agents than worktrees start the same tasks at the same times (S1), so
 * that is simulated once.
 */
export function timelinesOf(plan: Plan, settings: RunSettings): (agents: number) => Timeline {
  const timelines = new Map<number, Timeline>()
  const most = settings.maxWorktrees ?? Infinity
  return (agents) => {
    const atOnce = Math.min(agents, most)
    const timeline = timelines.get(atOnce) ?? simulate(plan, { ...settings, agents: atOnce })
    timelines.set(atOnce, timeline)
    return withAgents(timeline, Math.min(agents, plan.tasks.length))
  }
}

const withAgents = (timeline: Timeline, agents: number): Timeline => ({
  ...timeline,
  agents,
  idleSeconds: idleSeconds(agents, timeline.makespanSeconds, timeline.sequentialSeconds),
})

export const NOT_SIMULATED: Timeline = {
  makespanSeconds: 0,
  sequentialSeconds: 0,
  speedup: 1,
  idleSeconds: 0,
  agents: 0,
  criticalPath: [],
  bars: [],
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

export const latestEnd = (bars: readonly Bar[]): number =>
  bars.reduce((latest, bar) => Math.max(latest, bar.endSeconds), 0)

/** Starts what may start, lands the tasks that end first, and repeats; every event is a real one. */
export function playOut(run: Run, from: number, secondsOf: (id: TaskId) => number): Bar[] {
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
    endsAt[i] = now + plausibleSeconds(secondsOf(id)) * 1000
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

/** Nobody has to be asked: the tasks stay as they are, and with them what is known about the plan. */
const approvedRun = (plan: Plan, settings: RunSettings): Run => ({
  ...foldRun([runStarted(plan, settings)])!,
  approved: new Set(plan.tasks.map(({ id }) => id)),
})

function runStarted(plan: Plan, settings: RunSettings): Event {
  return {
    type: 'run-started',
    plan,
    settings,
    source: { file: null, digest: '' },
    planningSeconds: 0,
    run: runId(0),
    at: 0,
    sequence: 0,
  }
}
