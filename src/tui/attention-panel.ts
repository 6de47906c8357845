/** The panel of what needs a person: one row for each need, and below them all about the one in sight. */
import { isUrgent, type Attention } from '../core/attention.ts'
import { sayAttention, sayInFull } from '../core/say-attention.ts'
import { fitToWidth } from './display-text.ts'
import { piece, type Line } from './line.ts'
import type { Picture } from './picture.ts'
import { clock, idWidth } from './task-words.ts'
import { needInSight } from './view.ts'

/** More needs than these are scrolled through. */
const MOST_NEEDS = 3

/** 0: nobody is needed, and there is no panel. */
export function rowsWanted(picture: Picture): number {
  const { attention } = picture
  return Math.min(attention.length, MOST_NEEDS) + detailsInSight(picture).length
}

function detailsInSight({ run, view, attention }: Picture): readonly string[] {
  const need = needInSight(view, attention)
  return need === undefined ? [] : sayInFull(run, need)
}

export function drawAttention(picture: Picture, rows: number): readonly Line[] {
  const { attention, view } = picture
  const details = detailsInSight(picture)
  const shown = needInSight(view, attention)
  // Whoever has gone to one wants to know all about it; before that, how many there are.
  const rest = isSelected(picture, shown) ? Math.max(rows - details.length, 1) : rows
  const count = Math.min(attention.length, MOST_NEEDS, rest)
  const place = shown === undefined ? 0 : attention.indexOf(shown)
  const top = Math.max(Math.min(place, attention.length - count), 0)
  return [
    ...attention.slice(top, top + count).map((need) => needLine(picture, need, need === shown)),
    ...details.map((line): Line => [piece('       '), piece(line, 'dim')]),
  ].slice(0, rows)
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
