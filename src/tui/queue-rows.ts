/** The visible rows of the queue; no other rows are drawn, however long the queue is. */
import type { TaskId } from '../core/value/ids.ts'
import { taskOf } from '../core/run/run.ts'
import type { Standing, Tone } from '../core/report/task-standing.ts'
import { fitToWidth } from './display-text.ts'
import { layoutOf } from './layout.ts'
import { piece, widthOf, type Line, type Piece } from './line.ts'
import type { Picture } from './picture.ts'
import { idWidth, MARK_STYLES, nameWidth, sayRow, standingIn, titleOf } from './task-words.ts'
import type { Style } from './theme.ts'
import { restingTop, selectedIndex } from './view.ts'

export function drawQueue(picture: Picture, rows: number): readonly Line[] {
  const { queue, view } = picture
  if (queue.length === 0) return [[piece(emptyWords(picture), 'dim')]].slice(0, rows)
  const top = topOfQueue(picture)
  return queue
    .slice(top, top + rows)
    .map((id) => (id === view.selected ? selectedLine(picture, id) : taskLine(picture, id)))
}

const emptyWords = ({ view }: Picture): string =>
  view.filter === '' ? '     the plan has no tasks' : `     no task matches "${view.filter}"`

/** The selected row stays in the middle: the list moves, not the eye. */
export function topOfQueue(picture: Picture): number {
  const { run, queue, view } = picture
  const layout = layoutOf(picture)
  const selected = selectedIndex(view, queue)
  const resting = layout.agents > 0 && view.filter === '' ? restingTop(run, queue) : 0
  const top = selected === null ? resting : selected - Math.floor(layout.queue / 2)
  return Math.max(Math.min(top, queue.length - layout.queue), 0)
}

export const taskLine = (picture: Picture, id: TaskId): Line => [
  piece('  '),
  ...taskPieces(picture, id),
]

function selectedLine(picture: Picture, id: TaskId): Line {
  const text = taskPieces(picture, id).map((part) => part.text)
  return [piece(fitToWidth(`> ${text.join('')}`, picture.columns), 'selected')]
}

function taskPieces(picture: Picture, id: TaskId): readonly Piece[] {
  const { run, columns } = picture
  const standing = standingIn(picture, id)
  const { mark, tone, worker } = standing
  const named = nameWidth(run.plan, columns)
  const left = [
    piece(`${mark} `, MARK_STYLES[tone]),
    piece(fitToWidth(id, idWidth(run.plan, columns)), worker === null ? 'plain' : 'busy'),
    piece(named > 0 ? `  ${fitToWidth(titleOf(taskOf(run, id)), named)}` : ''),
  ]
  const room = columns - widthOf(left) - 4
  return room < 10
    ? left
    : [...left, piece(`  ${sayRow(picture, id, standing)}`, wordStyle(standing))]
}

/** A task that only waits for approval is highlighted, although nothing is wrong with it. */
const wordStyle = ({ word, tone, wait }: Standing): Style =>
  word === 'ready' || wait?.is === 'needs-human' ? 'accent' : WORD_STYLES[tone]

const WORD_STYLES: Readonly<Record<Tone, Style>> = {
  ...MARK_STYLES,
  busy: 'plain',
  good: 'dim',
}
