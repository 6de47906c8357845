/** A task in the status report: its mark, its label and its standing. */
import { nameInLine } from '../../core/text/name-in-line.ts'
import type { Task } from '../../core/plan/plan.ts'
import type { Standing, StandingWord, Tone } from '../../core/report/task-standing.ts'
import { formatAge } from '../../core/value/duration.ts'
import { label } from '../../report-text/label.ts'
import type { Paint } from '../../report-text/paint.ts'

export interface Row {
  readonly task: Task
  readonly standing: Standing
  readonly now: number
}

/** more: printed after the age. */
export function headOf({ task, standing, now }: Row, style: Paint, more = ''): string {
  const { mark, word, tone, since } = standing
  const time = AGED.has(word) ? ` (${formatAge(since, now)}${more})` : ''
  return `${PAINTS[tone](mark, style)} ${label(task)} - ${word.toUpperCase()}${time}`
}

/** For these tasks the age shows whether they make progress. */
const AGED: ReadonlySet<StandingWord> = new Set(['working', 'stuck', 'landing'])

const PAINTS: Readonly<Record<Tone, (mark: string, style: Paint) => string>> = {
  busy: (mark, style) => style.good(mark),
  good: (mark, style) => style.good(mark),
  bad: (mark, style) => style.bad(mark),
  waiting: (mark) => mark,
  quiet: (mark) => mark,
}

/** The task with its reason on a second line; of a cancelled task, what became of its work. */
export const blockOf = (row: Row, style: Paint): readonly string[] => [
  `${headOf(row, style)} - ${nameInLine(row.task.name)}`,
  ...(row.standing.says === '' ? [] : [`    ${sayReason(row.standing)}`]),
]

const sayReason = ({ word, says }: Standing): string =>
  word === 'cancelled' ? says : `Reason: ${says}`
