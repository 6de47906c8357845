/** A task in the status report: its mark, what people call it, and how it stands. */
import type { Task } from '../../core/plan/plan.ts'
import type { Standing, StandingWord, Tone } from '../../core/report/standing.ts'
import { formatAge } from '../../core/value/duration.ts'
import { label } from '../../report-text/label.ts'
import type { Paint } from '../../report-text/paint.ts'

export interface Row {
  readonly task: Task
  readonly standing: Standing
  readonly now: number
}

/** more: what else there is to say of the time. */
export function headOf({ task, standing, now }: Row, style: Paint, more = ''): string {
  const { mark, word, tone, since } = standing
  const time = AGED.has(word) ? ` (${formatAge(since, now)}${more})` : ''
  return `${PAINTS[tone](mark, style)} ${label(task)} - ${word.toUpperCase()}${time}`
}

/** How long something has been under way says whether it gets on. */
const AGED: ReadonlySet<StandingWord> = new Set(['working', 'stuck', 'landing'])

const PAINTS: Readonly<Record<Tone, (mark: string, style: Paint) => string>> = {
  busy: (mark, style) => style.good(mark),
  good: (mark, style) => style.good(mark),
  bad: (mark, style) => style.bad(mark),
  waiting: (mark) => mark,
  quiet: (mark) => mark,
}

/** With the reason in a line of its own. */
export const blockOf = (row: Row, style: Paint): readonly string[] => [
  `${headOf(row, style)} - ${row.task.name}`,
  ...(row.standing.says === '' ? [] : [`    Reason: ${row.standing.says}`]),
]
