/** A run that is over, in one line: `5 landed, 0 conflicts, 12m instead of 41m`. */
import { formatDuration } from '../value/duration.ts'
import type { Summary } from '../report/summary.ts'

/** Of one run, or of several together. */
interface Said extends Pick<Summary, 'wall_s' | 'sequential_s'> {
  readonly tasks: Pick<Summary['tasks'], 'landed' | 'total'>
  readonly landing: Pick<NonNullable<Summary['landing']>, 'conflicts'> | null
}

/** A figure and its label: `5`, `landed`. */
export type EndFigure = readonly [figure: string, about: string]

export const sayEndState = (said: Said): string =>
  endFigures(said)
    .map((figure) => figure.join(' ').trim())
    .join(', ')

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
