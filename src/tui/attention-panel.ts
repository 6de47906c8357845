/** The panel of what needs a person: one row for each need, and below the rows the details of the need in sight. */
import { isUrgent, type Attention } from '../core/report/attention.ts'
import { sayAttention, sayInFull } from '../core/say/say-attention.ts'
import { fitToWidth, oneLine, wrapWords } from './display-text.ts'
import { piece, type Line } from './line.ts'
import type { Picture } from './picture.ts'
import { clock, idWidth } from './task-words.ts'
import { needInSight } from './view.ts'

/** When there are more needs than this, the rows scroll. */
const MOST_NEEDS = 3

/** 0: nothing needs a person, so there is no panel. */
export function rowsWanted(picture: Picture): number {
  const { attention } = picture
  return Math.min(attention.length, MOST_NEEDS) + detailsInSight(picture).length
}

function detailsInSight({ run, view, attention, columns }: Picture): readonly string[] {
  const need = needInSight(view, attention)
  if (need === undefined) return []
  const width = Math.max(columns - MARGIN.length, 10)
  return sayInFull(run, need).flatMap((line) => wrapWords(oneLine(line), width))
}

const MARGIN = '       '

export function drawAttention(picture: Picture, rows: number): readonly Line[] {
  const { attention, view } = picture
  const details = detailsInSight(picture)
  const shown = needInSight(view, attention)
  // A user who has selected a need wants all its details; before that, the user wants to see how many needs
  // there are.
  const rest = isSelected(picture, shown) ? Math.max(rows - details.length, 1) : rows
  const count = Math.min(attention.length, MOST_NEEDS, rest)
  const place = shown === undefined ? 0 : attention.indexOf(shown)
  const top = Math.max(Math.min(place, attention.length - count), 0)
  return [
    ...attention.slice(top, top + count).map((need) => needLine(picture, need, need === shown)),
    ...pageOf(details, rows - count, view.readPage).map((line): Line => [
      piece(MARGIN),
      piece(line),
    ]),
  ].slice(0, rows)
}

/** Details that do not fit are read page by page. */
function pageOf(lines: readonly string[], rows: number, page: number): readonly string[] {
  if (lines.length <= rows || rows < 2) return lines.slice(0, rows)
  const length = rows - 1
  const from = (page % Math.ceil(lines.length / length)) * length
  const shown = lines.slice(from, from + length)
  return [...shown, `(lines ${from + 1}-${from + shown.length} of ${lines.length}: space scrolls)`]
}

const isSelected = ({ view }: Picture, need: Attention | undefined): boolean =>
  need !== undefined && need.task !== null && need.task === view.selected

function needLine(picture: Picture, need: Attention, isShown: boolean): Line {
  const { run, now, columns } = picture
  const who = fitToWidth(need.task ?? 'the run', idWidth(run.plan, columns))
  return [
    piece(isShown && isSelected(picture, need) ? '> ' : '  ', 'bold'),
    piece(isUrgent(need) ? '[!] ' : '[?] ', isUrgent(need) ? 'bad' : 'busy'),
    piece(who, isShown ? 'bold' : 'plain'),
    piece(` ${clock(now - need.since).padStart(7)}  `, 'dim'),
    piece(sayAttention(need, now)),
  ]
}
