/** The queue of what waits for a person: a section of status, a report of its own, and a document. */
import { attentionOf, isUrgent, type Attention } from '../core/attention.ts'
import { formatDuration } from '../core/duration.ts'
import { stateOf, taskOf, type Run } from '../core/run.ts'
import { KIND_WORDS, sayAttention, sayInFull, waysOf } from '../core/say-attention.ts'
import { sayWays } from '../core/say-trouble.ts'
import { paint, type Paint } from './paint.ts'
import { label, type Viewpoint } from './say-sessions.ts'

/** Of what was under way when its coordinator died nothing is known any more. */
export const attentionFor = (
  run: Run,
  { now, isConducted }: Pick<Viewpoint, 'now' | 'isConducted'>,
): readonly Attention[] =>
  attentionOf(run, now).filter(
    ({ task }) => isConducted || task === null || stateOf(run, task).is !== 'working',
  )

export function attentionReport(
  run: Run,
  items: readonly Attention[],
  { now, colour }: Pick<Viewpoint, 'now' | 'colour'>,
): string {
  if (items.length === 0) return 'Nothing needs you.'
  const style = paint(colour)
  const blocks = items.flatMap((item) => [
    '',
    headOf(run, item, now, style),
    ...[...sayInFull(run, item), ...sayWays(waysOf(item))].map((line) => `    ${line}`),
  ])
  return [titleOf(items), ...blocks].join('\n')
}

/** What to do about each; what one has to know for it stands with the sessions. */
export function needsYou(
  run: Run,
  items: readonly Attention[],
  now: number,
  style: Paint,
): readonly string[] {
  if (items.length === 0) return []
  const blocks = items.flatMap((item) => [
    '',
    headOf(run, item, now, style),
    ...sayWays(waysOf(item)).map((way) => `    ${way}`),
  ])
  return [titleOf(items), ...blocks, '']
}

const titleOf = (items: readonly Attention[]): string => `Needs you (${items.length}):`

function headOf(run: Run, item: Attention, now: number, style: Paint): string {
  const who = item.task === null ? `run ${run.id}` : label(taskOf(run, item.task))
  const mark = isUrgent(item) ? style.bad('[!]') : style.warn('[?]')
  const age = formatDuration(secondsSince(item, now))
  return `${mark} ${who} - ${KIND_WORDS[item.kind]} (${age}) - ${sayAttention(item, now)}`
}

const secondsSince = ({ since }: Attention, now: number): number =>
  Math.max(0, Math.floor((now - since) / 1000))

/** Equal as long as it is about the same. */
const keyOf = (run: Run, item: Attention): string => {
  const { task, kind } = item
  if (item.kind === 'paused-batch') return `batch/${item.batch + 1}/${kind}`
  const attempts = task === null ? 0 : (run.attemptsOf.get(task)?.length ?? 0)
  return `${task ?? 'run'}/${attempts}/${kind}`
}

export type NeedDocument = ReturnType<typeof attentionDocument>[number]

/** For programs. */
export const attentionDocument = (run: Run, items: readonly Attention[], now: number) =>
  items.map((item) => ({
    key: keyOf(run, item),
    kind: item.kind,
    urgent: isUrgent(item),
    task: item.task,
    issue: item.task === null ? null : taskOf(run, item.task).issue,
    title: item.task === null ? null : taskOf(run, item.task).name,
    since: new Date(item.since).toISOString(),
    age_s: secondsSince(item, now),
    what: sayAttention(item, now),
    details: sayInFull(run, item),
    ways: waysOf(item),
    question: item.kind === 'question' ? item.question : null,
    requests: item.kind === 'permission' ? item.requests : null,
  }))
