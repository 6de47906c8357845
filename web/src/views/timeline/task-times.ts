/** For each task when it was to run and when it ran. */
import type { Picture } from './picture.ts'
import { sayDifference } from './say-times.ts'
import { endedWell, type TimeBar } from './time-bars.ts'

export interface TaskTimes {
  /** The index of the task in the plan. */
  readonly task: number
  readonly predicted: TimeBar | undefined
  readonly attempts: readonly TimeBar[]
  readonly coming: TimeBar | undefined
  /** The time of all attempts together; null: there is none yet. */
  readonly seconds: number | null
  /** The difference from the prediction, in words; null: there is nothing to compare yet. */
  readonly difference: string | null
}

/** By the index of the task in the plan, in the order in which the tasks start. */
export function timesByTask({ bars }: Picture): ReadonlyMap<number, TaskTimes> {
  const byTask = Map.groupBy(bars, (bar) => bar.task)
  const times = [...byTask.entries()]
    .map(([task, own]) => timesOf(task, own))
    .toSorted((a, b) => startOf(a) - startOf(b) || a.task - b.task)
  return new Map(times.map((one) => [one.task, one]))
}

/** The bar that stands for a task: its last attempt, else its coming bar, else its prediction. */
export const mainBar = ({ attempts, coming, predicted }: TaskTimes): TimeBar | undefined =>
  attempts.at(-1) ?? coming ?? predicted

function timesOf(task: number, bars: readonly TimeBar[]): TaskTimes {
  const predicted = bars.find((bar) => bar.look === 'predicted')
  const attempts = bars.filter((bar) => bar.attempt !== null)
  const seconds = attempts.length === 0 ? null : attempts.reduce((sum, bar) => sum + bar.worked, 0)
  const last = attempts.at(-1)
  const isDone = last !== undefined && endedWell(last)
  return {
    task,
    predicted,
    attempts,
    coming: bars.find((bar) => bar.look === 'coming'),
    seconds,
    difference:
      isDone && predicted !== undefined ? sayDifference(predicted.worked, seconds!) : null,
  }
}

const startOf = ({ attempts, coming, predicted }: TaskTimes): number =>
  (attempts[0] ?? coming ?? predicted)?.start ?? 0
