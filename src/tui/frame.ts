/** One frame: exactly as many lines as the screen has rows, none wider than it. */
import { countNeeds } from '../core/report/waits-for-you.ts'
import type { TaskId } from '../core/value/ids.ts'
import { stateOf, type Run } from '../core/run/run.ts'
import type { TaskStatus } from '../core/run/task-state.ts'
import { drawAgents } from './agents.ts'
import { drawAttention } from './attention-panel.ts'
import { footerLine, refusalLine } from './footer.ts'
import { drawHeader } from './header.ts'
import { agentsOf, layoutOf, logRows } from './layout.ts'
import { piece, renderLine, widthOf, type Line } from './line.ts'
import { drawHelp, drawLog } from './overlays.ts'
import { paletteOf, type Picture } from './picture.ts'
import { drawQueue, taskLine, topOfQueue } from './queue-rows.ts'

export function drawFrame(picture: Picture): string[] {
  const { rows, columns } = picture
  const footer = layoutOf(picture).footer
  const refusal = footer > 0 ? refusalLine(picture) : null
  const below = [...(refusal ? [refusal] : []), ...(footer > 0 ? [footerLine(picture)] : [])]
  const above = filled(drawAbove(picture), rows - below.length)
  return [...above, ...below].map((line) => renderLine(line, columns, paletteOf(picture)))
}

/** Rows for the text that is printed after the view: it must not push the header off the screen. */
const ROWS_AFTER = 8

/**
 * The frame that stays on the screen when the user leaves the view: the header and the tasks, those that did
 * not land first.
 */
export function drawLastFrame(picture: Picture): string[] {
  const { run, queue, columns, rows } = picture
  const header = drawHeader(picture, 2)
  const room = Math.max(rows - header.length - ROWS_AFTER, 1)
  const tasks = queue.toSorted((a, b) => concern(run, a) - concern(run, b))
  const hidden = tasks.length - room
  const lines = tasks.slice(0, room).map((id) => taskLine(picture, id))
  const more: Line[] = hidden > 0 ? [[piece(`  and ${hidden} more`, 'dim')]] : []
  return [...header, ...lines, ...more].map((line) => renderLine(line, columns, paletteOf(picture)))
}

const CONCERNS: readonly TaskStatus[] = [
  'review',
  'stuck',
  'failed',
  'cancelled',
  'working',
  'landing',
  'waiting',
  'skipped',
  'landed',
]

const concern = (run: Run, id: TaskId): number => CONCERNS.indexOf(stateOf(run, id).is)

function drawAbove(picture: Picture): readonly Line[] {
  const { mode } = picture.view
  const { rows } = picture
  switch (mode.is) {
    case 'log':
      return drawLog(picture, mode, logRows(picture))
    case 'help':
      return [...drawHeader(picture, 2), [], ...drawHelp(picture, rows)]
    case 'queue':
    case 'filter':
    case 'tell':
    case 'confirm':
      return drawRun(picture)
  }
}

function drawRun(picture: Picture): readonly Line[] {
  const layout = layoutOf(picture)
  return [
    ...drawHeader(picture, layout.header),
    ...(layout.attention > 0
      ? [attentionTitle(picture), ...drawAttention(picture, layout.attention)]
      : []),
    ...(layout.agents > 0 ? [agentsTitle(picture), ...drawAgents(picture, layout.agents)] : []),
    ...(layout.queue > 0
      ? [queueTitle(picture, layout.queue), ...drawQueue(picture, layout.queue)]
      : []),
  ]
}

function filled(lines: readonly Line[], rows: number): readonly Line[] {
  const cut = lines.slice(0, rows)
  return [...cut, ...Array.from({ length: rows - cut.length }, (): Line => [])]
}

function attentionTitle({ attention, columns }: Picture): Line {
  const needs = countNeeds(attention)
  const others = attention.length - needs
  return rule(
    'needs you',
    others === 0 ? `${needs}` : `${needs}, and ${others} to look at`,
    columns,
  )
}

function agentsTitle({ run, columns }: Picture): Line {
  return rule('agents', `${run.counts.working} of ${agentsOf(run)} working`, columns)
}

function queueTitle(picture: Picture, rows: number): Line {
  const { queue, view, columns } = picture
  const top = topOfQueue(picture)
  const shown = queue.length > rows ? `${top + 1}-${top + rows} of ` : ''
  const name = view.filter === '' ? 'tasks' : `tasks matching "${view.filter}"`
  return rule(name, `${shown}${queue.length}`, columns)
}

function rule(name: string, facts: string, columns: number): Line {
  const title = [piece('─ ', 'dim'), piece(name, 'bold'), piece(`  ${facts} `, 'dim')]
  return [...title, piece('─'.repeat(Math.max(columns - widthOf(title), 0)), 'dim')]
}
