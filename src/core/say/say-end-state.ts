/** A run that is over, in one line: `5 landed, 0 conflicts, 12m instead of 41m`. */
import { sayCount } from './say-count.ts'
import { formatDuration } from '../value/duration.ts'
import type { Summary } from '../report/summary.ts'

type Said = Pick<Summary, 'tasks' | 'landing' | 'wall_s' | 'sequential_s'>

export function sayEndState({ tasks, landing, wall_s, sequential_s }: Said): string {
  const notLanded = tasks.total - tasks.landed
  return [
    `${tasks.landed} landed`,
    ...(notLanded > 0 ? [`${notLanded} not`] : []),
    ...(landing === null ? [] : [sayCount(landing.conflicts, 'conflict')]),
    `${formatDuration(wall_s)}${sequential_s > wall_s ? ` instead of ${formatDuration(sequential_s)}` : ''}`,
  ].join(', ')
}
