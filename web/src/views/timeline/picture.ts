/** All that the timeline shows of a run at one moment; it does not change while the run goes on. */
import type { RunSettings } from '../../../../src/core/run/event.ts'
import { criticalPath, planGraph, type PlanGraph } from '../../../../src/core/plan/graph.ts'
import type { Plan } from '../../../../src/core/plan/plan.ts'
import { stateOf, taskAt, type Run } from '../../../../src/core/run/run.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { simulate, type Timeline } from '../../../../src/core/schedule/simulate.ts'
import { forecast, overdueTasks } from '../../../../src/core/schedule/time-left.ts'
import { secondsInSequence } from '../../../../src/core/report/summary.ts'
import { secondsOfTask } from '../../../../src/core/report/worker-results.ts'
import { waitsForYou } from '../../../../src/core/report/waits-for-you.ts'
import { isLost } from '../../../../src/core/run/task-state.ts'
import { attemptBars, comingBars, predictedBars, since, type TimeBar } from './time-bars.ts'

export interface Picture {
  readonly plan: Plan
  readonly graph: PlanGraph
  readonly bars: readonly TimeBar[]
  readonly agents: number
  /** The number of tasks in each batch. */
  readonly batches: readonly number[]
  /** Seconds since the run began; null: the run has not begun, or is over. */
  readonly now: number | null
  /** When the last bar ends. */
  readonly end: number
  /** The longest chain of tasks that have landed or still can, as indexes in the plan. */
  readonly chain: readonly number[]
  /** The time of that chain: what its tasks took so far, else what they are estimated to take. */
  readonly chainSeconds: number
  /** No time of the chain is measured yet. */
  readonly isChainEstimated: boolean
  readonly comparison: Comparison
}

/** The time with agents side by side, compared with one task after another. */
export interface Comparison {
  /**
   * measured: the run is over. so-far: it stands still until a person acts, so no end can be expected. expected: it is under way, and the rest should go as estimated. at-least: it is under
   * way, but a task is overdue, and when that ends is unknown.
   */
  readonly is: 'predicted' | 'expected' | 'at-least' | 'so-far' | 'measured'
  readonly seconds: number
  readonly inSequence: number
  readonly agents: number
  /** Seconds in which no coordinator conducted the run: they are on the axis, but not in `seconds`. */
  readonly unattended: number
}

/** How the run should go, computed from the plan as it was at the start. */
export interface Prediction {
  readonly timeline: Timeline
  readonly bars: readonly TimeBar[]
}

export function predict(plan: Plan, settings: RunSettings): Prediction {
  const timeline = simulate(plan, settings)
  return { timeline, bars: predictedBars(timeline.bars, planGraph(plan, settings)) }
}

/** now null: the run has not been started. isConducted: a coordinator has it at this moment. */
export function pictureOf(
  run: Run,
  now: number | null,
  prediction: Prediction,
  isConducted = true,
): Picture {
  const { timeline } = prediction
  const rest = now === null || run.ended !== null ? [] : forecast(run, now)
  const tried = now === null ? [] : attemptBars(run, now)
  const coming = now === null ? [] : comingBars(rest, run.graph, since(run, now))
  const overdue = new Set(now === null ? [] : overdueTasks(run, now).map(({ task }) => task))
  // The end of an overdue task is unknown, so no expected end is shown.
  const expected = coming.filter((bar) => !overdue.has(taskAt(run, bar.task).id))
  const bars = [...tried, ...expected, ...prediction.bars]
  // A prediction that is far too long must not squeeze the past.
  const fitted = tried.length === 0 ? bars : [...tried, ...expected]
  return {
    plan: run.plan,
    graph: run.graph,
    bars,
    agents: timeline.agents,
    batches: batchSizes(run.graph),
    now: now === null || run.ended !== null ? null : since(run, now),
    end: fitted.reduce((end, bar) => Math.max(end, bar.landedBy), 0),
    ...longestChain(run, now),
    comparison:
      now === null ? predicted(timeline) : comparisonOf(run, { now, isConducted }, coming),
  }
}

/**
 * Tasks that failed or were skipped or cancelled make no chain longer, because they are not done. What a task took
 * counts instead of its estimate, and a task at work takes at least as long as it has worked.
 */
function longestChain(
  run: Run,
  now: number | null,
): Pick<Picture, 'chain' | 'chainSeconds' | 'isChainEstimated'> {
  const isDone = (id: TaskId): boolean => !isLost(stateOf(run, id).is)
  const measured = now === null ? new Map<TaskId, number>() : measuredSeconds(run, now)
  const tasks = run.plan.tasks
    .filter(({ id }) => isDone(id))
    .map((task) => ({
      ...task,
      dependencies: task.dependencies.filter(isDone),
      estimate: { ...task.estimate, seconds: measured.get(task.id) ?? task.estimate.seconds },
    }))
  const plan = { ...run.plan, tasks }
  const graph = planGraph(plan, run.settings)
  const chain = criticalPath(plan, graph)
  return {
    chain: chain.map((id) => run.graph.indexOf.get(id)!),
    chainSeconds: chain.length === 0 ? 0 : graph.path[graph.indexOf.get(chain[0]!)!]!,
    isChainEstimated: !chain.some((id) => measured.has(id)),
  }
}

function measuredSeconds(run: Run, now: number): ReadonlyMap<TaskId, number> {
  const tried = run.plan.tasks.flatMap(
    ({ id, estimate }): readonly (readonly [TaskId, number])[] => {
      const seconds = secondsOfTask(run, id, now)
      const { is } = stateOf(run, id)
      if (is === 'landed' || is === 'landing' || is === 'review') return [[id, seconds]]
      return seconds > estimate.seconds ? [[id, seconds]] : []
    },
  )
  return new Map(tried)
}

const predicted = ({ makespanSeconds, sequentialSeconds, agents }: Timeline): Comparison => ({
  is: 'predicted',
  seconds: makespanSeconds,
  inSequence: sequentialSeconds,
  agents,
  unattended: 0,
})

/** When the run is over or stands still, the figures are those of its summary. */
function comparisonOf(
  run: Run,
  { now, isConducted }: { readonly now: number; readonly isConducted: boolean },
  coming: readonly TimeBar[],
): Comparison {
  const { agents } = run.settings
  if (run.ended !== null || !isConducted || waitsForYou(run, now))
    return {
      is: run.ended === null ? 'so-far' : 'measured',
      seconds: run.activeSeconds,
      inSequence: secondsInSequence(run),
      agents,
      unattended: Math.max(0, since(run, run.ended?.at ?? run.lastEventAt) - run.activeSeconds),
    }
  const quiet = Math.max(0, now - run.lastEventAt) / 1000
  const left =
    coming.reduce((end, bar) => Math.max(end, bar.end), since(run, now)) - since(run, now)
  const toDo = coming.reduce((sum, bar) => sum + bar.end - bar.start, 0)
  return {
    is: overdueTasks(run, now).length > 0 ? 'at-least' : 'expected',
    seconds: run.activeSeconds + quiet + left,
    inSequence: secondsInSequence(run, now, (status) => !isLost(status)) + toDo,
    agents,
    unattended: Math.max(0, since(run, now) - run.activeSeconds - quiet),
  }
}

function batchSizes({ batch }: PlanGraph): readonly number[] {
  const sizes: number[] = []
  for (const number of batch) sizes[number] = (sizes[number] ?? 0) + 1
  return sizes
}
