/** The attention list in words: a section of status, and a report of its own. */
import { isUrgent, type Attention } from '../core/report/attention.ts'
import { secondsSince } from '../core/report/attention-document.ts'
import { countNeeds } from '../core/report/waits-for-you.ts'
import { sayWays } from '../core/text/command-line.ts'
import { formatDuration } from '../core/value/duration.ts'
import { taskOf, type Run } from '../core/run/run.ts'
import {
  KIND_WORDS,
  sayAttention,
  sayInFull,
  sayWhatHelps,
  waysOf,
} from '../core/say/say-attention.ts'
import { paint, type Paint } from './paint.ts'
import { label } from './label.ts'
import type { ReportOptions } from './report-options.ts'

export function attentionReport(
  run: Run,
  items: readonly Attention[],
  { now, isConducted, colour }: Pick<ReportOptions, 'now' | 'isConducted' | 'colour'>,
): string {
  if (items.length === 0)
    return isConducted || run.ended !== null
      ? 'Nothing needs you.'
      : `Nothing needs you, but run ${run.id} ${run.cancelled ? 'was being cancelled and ' : ''}is not being conducted: conductor resume`
  const style = paint(colour)
  const blocks = items.flatMap((item) => [
    '',
    headOf(run, item, now, style),
    ...[...sayInFull(run, item), ...sayWays(waysOf(item))].map((line) => `    ${line}`),
  ])
  return [titleOf(items), ...blocks].join('\n')
}

/** Only the remedy and the commands for each need; the details are in the blocks of the sessions. */
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
    ...[...sayWhatHelps(run, item), ...sayWays(waysOf(item))].map((line) => `    ${line}`),
  ])
  return ['', titleOf(items), ...blocks]
}

/** Needs that may settle themselves are counted apart from those that hold work up. */
function titleOf(items: readonly Attention[]): string {
  const needs = countNeeds(items)
  const others = items.length - needs
  const parts = [
    ...(needs > 0 ? [`needs you (${needs})`] : []),
    ...(others > 0 ? [`worth a look (${others})`] : []),
  ]
  return `${capitalised(parts.join(', '))}:`
}

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function headOf(run: Run, item: Attention, now: number, style: Paint): string {
  const who = item.task === null ? `run ${run.id}` : label(taskOf(run, item.task))
  const mark = isUrgent(item) ? style.bad('[!]') : style.warn('[?]')
  const age = formatDuration(secondsSince(item, now))
  return `${mark} ${who} - ${KIND_WORDS[item.kind]} (${age}) - ${sayAttention(item, now)}`
}
