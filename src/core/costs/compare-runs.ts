/** Two runs side by side: what differs between them in all, and for each task. */
import { meanScore } from '../report/quality.ts'
import { toMicros } from '../report/spending.ts'
import type { Result, Summary } from '../report/summary.ts'
import { rounded } from '../report/worker-results.ts'
import type { TaskStatus } from '../run/task-state.ts'

/** null: not known, or the run does not have the task. */
export interface Compared {
  readonly first: number | null
  readonly second: number | null
  /** The second minus the first; null: one of them is not known. */
  readonly difference: number | null
}

interface ComparedRun {
  readonly run: string
  readonly status: Summary['status']
  /** A part of its cost is not known, so the true cost is higher. */
  readonly cost_is_partial: boolean
}

const TOTALS = {
  landed: ({ tasks }) => tasks.landed,
  not_landed: ({ tasks }) => tasks.total - tasks.landed,
  wall_s: ({ wall_s }) => wall_s,
  work_s: ({ results }) => sum(results, 'duration_s'),
  cost_usd: ({ cost_usd }) => cost_usd,
  cost_per_landed_task: (summary) => summary.cost_per_landed_task,
  tokens: ({ tokens }) => tokens,
  attempts: ({ results }) => sum(results, 'attempts'),
  conflicts: ({ landing }) => landing?.conflicts ?? null,
  checks_failed: ({ landing }) => landing?.checks.failed ?? null,
  quality: ({ results }) => meanScore(results),
} as const satisfies Readonly<Record<string, (summary: Summary) => number | null>>

export type ComparedTotal = keyof typeof TOTALS

const OF_TASK = {
  duration_s: ({ duration_s }) => duration_s,
  cost_usd: ({ cost_usd }) => cost_usd,
  tokens: ({ tokens }) => tokens,
  attempts: ({ attempts }) => attempts,
  quality: ({ quality }) => quality?.score ?? null,
} as const satisfies Readonly<Record<string, (result: Result) => number | null>>

export interface ComparedTask extends Readonly<Record<keyof typeof OF_TASK, Compared>> {
  readonly id: string
  /** null: the run does not have the task. */
  readonly status_first: TaskStatus | null
  readonly status_second: TaskStatus | null
}

export interface Comparison {
  readonly first: ComparedRun
  readonly second: ComparedRun
  readonly total: Readonly<Record<ComparedTotal, Compared>>
  /** In the order of the second run, then the tasks that only the first has. */
  readonly tasks: readonly ComparedTask[]
}

export function compareRuns(first: Summary, second: Summary): Comparison {
  return {
    first: aboutRun(first),
    second: aboutRun(second),
    total: eachOf(TOTALS, first, second),
    tasks: compareTasks(first, second),
  }
}

const aboutRun = ({ run, status, cost_is_partial }: Summary): ComparedRun => ({
  run,
  status,
  cost_is_partial,
})

function compareTasks(first: Summary, second: Summary): readonly ComparedTask[] {
  const [before, after] = [byId(first), byId(second)]
  return [...new Set([...after.keys(), ...before.keys()])].map((id) => {
    const [one, other] = [before.get(id), after.get(id)]
    return {
      id,
      status_first: one?.status ?? null,
      status_second: other?.status ?? null,
      ...eachOf(OF_TASK, one, other),
    }
  })
}

const byId = ({ results }: Summary): ReadonlyMap<string, Result> =>
  new Map(results.map((result) => [result.id, result]))

/** Each figure of two things of the same kind; undefined: there is no such thing. */
function eachOf<Name extends string, Of>(
  figures: Readonly<Record<Name, (of: Of) => number | null>>,
  first: Of | undefined,
  second: Of | undefined,
): Record<Name, Compared> {
  const names = Object.keys(figures) as Name[]
  return Object.fromEntries(
    names.map((name) => {
      const figure = figures[name]
      const compared = [first, second].map((of) => (of === undefined ? null : figure(of)))
      return [name, compare(compared[0]!, compared[1]!)]
    }),
  ) as Record<Name, Compared>
}

const compare = (first: number | null, second: number | null): Compared => ({
  first,
  second,
  difference: first === null || second === null ? null : toMicros(second - first),
})

const sum = (results: readonly Result[], key: 'duration_s' | 'attempts'): number =>
  rounded(results.reduce((all, result) => all + result[key], 0))
