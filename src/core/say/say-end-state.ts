/** A run that is over, in one line: `5 landed, 0 conflicts, 12m instead of 41m`. */
import { formatDuration } from '../value/duration.ts'
import type { Summary } from '../report/summary.ts'
import { sayCostOf } from './say-cost.ts'

/** Of one run, or of several together. */
interface Said extends Pick<Summary, 'wall_s' | 'sequential_s'> {
  readonly tasks: Pick<Summary['tasks'], 'landed' | 'total'>
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

export function endFigures({ tasks, landing, wall_s, sequential_s }: Said): readonly EndFigure[] {
  const notLanded = tasks.total - tasks.landed
  return [
    [String(tasks.landed), 'landed'],
    ...(notLanded > 0 ? [[String(notLanded), 'not'] as const] : []),
    ...(landing === null ? [] : [conflictsOf(landing.conflicts)]),
    [
      formatDuration(wall_s),
      sequential_s > wall_s ? `instead of ${formatDuration(sequential_s)}` : '',
    ],
  ]
}

const conflictsOf = (count: number): EndFigure => [
  String(count),
  count === 1 ? 'conflict' : 'conflicts',
]
