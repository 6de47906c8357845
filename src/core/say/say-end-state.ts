/** How a run ended, in one line: `5 landed, 0 conflicts, 12m instead of 41m`; before its end with `2 to go`. */
import { formatDuration } from '../value/duration.ts'
import type { Summary } from '../report/summary.ts'
import { sayCostOf } from './say-cost.ts'

/** Of one run, or of several together. */
interface Said extends Pick<Summary, 'wall_s' | 'sequential_s'> {
  readonly tasks: Pick<Summary['tasks'], 'landed' | 'total'> &
    Partial<Pick<Summary['tasks'], 'failed' | 'skipped' | 'cancelled'>>
  /** Not given for several runs that are over. */
  readonly status?: Summary['status']
  readonly landing: Pick<NonNullable<Summary['landing']>, 'conflicts'> | null
}

/** A figure and its label: `5`, `landed`. */
export type EndFigure = readonly [figure: string, about: string]

export const sayEndState = (said: Said): string => sayFigures(endFigures(said))

/** The same with the cost: `5 landed, 0 conflicts, $1.20, 12m instead of 41m`. */
export function sayEndAndCost(
  said: Said & Pick<Summary, 'cost_usd' | 'cost_is_partial' | 'usage'>,
): string {
  const { cost_usd, cost_is_partial, usage } = said
  const cost = sayCostOf({ cost_usd, cost_is_partial, estimated_usd: usage.estimated_usd })
  const figures = endFigures(said)
  return sayFigures([
    ...figures.slice(0, -1),
    cost_usd === null ? ['cost', cost] : [cost, ''],
    ...figures.slice(-1),
  ])
}

const sayFigures = (figures: readonly EndFigure[]): string =>
  figures.map((figure) => figure.join(' ').trim()).join(', ')

export function endFigures(said: Said): readonly EndFigure[] {
  const { tasks, landing, wall_s, sequential_s } = said
  const toGo = tasksToGo(said)
  const notLanded = tasks.total - tasks.landed - toGo
  return [
    [String(tasks.landed), 'landed'],
    ...(notLanded > 0 ? [[String(notLanded), 'not'] as const] : []),
    ...(toGo > 0 ? [[String(toGo), 'to go'] as const] : []),
    ...(landing === null ? [] : [conflictsOf(landing.conflicts)]),
    [
      formatDuration(wall_s),
      sequential_s > wall_s ? `instead of ${formatDuration(sequential_s)}` : '',
    ],
  ]
}

const OVER: ReadonlySet<Summary['status']> = new Set(['completed', 'failed', 'cancelled'])

/** In a run that is over, nothing is still to come. */
function tasksToGo({ tasks, status }: Said): number {
  if (status === undefined || OVER.has(status)) return 0
  const { total, landed, failed = 0, skipped = 0, cancelled = 0 } = tasks
  return total - landed - failed - skipped - cancelled
}

const conflictsOf = (count: number): EndFigure => [
  String(count),
  count === 1 ? 'conflict' : 'conflicts',
]
