/** How long a run will still take: the rest of it is simulated from now on. */
import { reweighed } from '../plan/graph.ts'
import { withEstimates, type Plan, type Task } from '../plan/plan.ts'
import { copyOf } from '../run/run-draft.ts'
import { indexOf, stateAt, taskAt, type Run } from '../run/run.ts'
import type { TaskState } from '../run/task-state.ts'
import type { TaskId } from '../value/ids.ts'
import { latestEnd, playOut, type Bar } from './simulate.ts'

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
    graph: reweighed(plan, run.graph),
    paused: false,
    hindered: null,
    pausedBatches: new Set(),
    approved: new Set(plan.tasks.map((task) => task.id)),
  }
  const remaining = (id: TaskId): number => {
    const i = indexOf(run, id)
    const toGo = secondsToGo(plan.tasks[i]!, stateAt(run, i), now)
    // The task took longer than similar tasks did, but is not overdue by its own estimate, so that estimate counts.
    return toGo > 0 ? toGo : Math.max(secondsToGo(taskAt(run, i), stateAt(run, i), now), 0)
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
