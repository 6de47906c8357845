/** The overlays that replace agents and queue: the log of one task, and the list of keys. */
import type { TaskId } from '../core/value/ids.ts'
import { LOOKS } from '../core/report/task-standing.ts'
import { taskOf } from '../core/run/run.ts'
import { oneLine, wrapToWidth } from './display-text.ts'
import { piece, spread, widthOf, type Line } from './line.ts'
import type { Picture } from './picture.ts'
import { MARK_STYLES, sayRow, standingIn, titleOf } from './task-words.ts'
import type { Mode } from './view.ts'

export function drawLog(picture: Picture, mode: Mode & { is: 'log' }, rows: number): Line[] {
  return [logTitle(picture, mode), ...logLines(picture, mode, rows)]
}

function logTitle(picture: Picture, { task: id, held }: Mode & { is: 'log' }): Line {
  const { run, columns } = picture
  const task = taskOf(run, id)
  const standing = standingIn(picture, id)
  const where = held === null ? 'following ' : `line ${held.top + 1} of ${held.lines.length} `
  const left = [
    piece(` ${standing.mark} `, MARK_STYLES[standing.tone]),
    piece(id, 'bold'),
    piece(titleOf(task) === '' ? '' : `  ${titleOf(task)}`),
    piece(`  ${sayRow(picture, id, standing)}`, 'dim'),
  ]
  return spread(left, [piece(where, held === null ? 'good' : 'busy')], columns)
}

function logLines(picture: Picture, mode: Mode & { is: 'log' }, rows: number): Line[] {
  const { columns } = picture
  const { held } = mode
  const lines = held === null ? picture.log(mode.task, rows) : held.lines.slice(held.top)
  if (lines.length === 0)
    return [[piece(' no output yet', 'dim'), piece(whyNone(picture, mode.task), 'dim')]]
  const wrapped = lines
    .slice(0, rows)
    .flatMap((line) => wrapToWidth(oneLine(line), Math.max(columns - 1, 1)))
  const shown = held === null ? wrapped.slice(-rows) : wrapped.slice(0, rows)
  return shown.map((line) => [piece(' '), piece(line)])
}

/** Says why the log is empty: a task that waits has printed nothing. */
function whyNone(picture: Picture, id: TaskId): string {
  const { word, says } = standingIn(picture, id)
  return word === 'waiting' ? `: ${says}` : ''
}

const HELP: readonly (readonly [keys: string, what: string])[] = [
  ['j k arrows', 'select a task; esc clears the selection'],
  ['PgUp PgDn', 'by a page; g and G to the ends'],
  ['enter', 'log of the task: j k scroll, G follows'],
  ['/', 'filter by id or name; esc drops it'],
  ['p', 'pause or resume'],
  ['c', 'cancel the task'],
  ['r', 'retry a task that did not land'],
  ['s', 'skip the task and its dependent tasks'],
  ['a', 'approve the start of a task, or its landing'],
  ['tab', 'go to the next thing that needs you'],
  ['y n', 'allow or deny the permission request'],
  ['t', 'send a message to its agent, or answer it'],
  ['space', 'scroll what needs you'],
  ['+ -', 'more or less urgent'],
  ['ctrl-c', 'interrupt'],
  ['ctrl-l', 'redraw the screen; ctrl-z suspends, until fg'],
]

export function drawHelp({ columns, owner, link }: Picture, rows: number): Line[] {
  const quit = owner ? 'stop the run and quit' : 'leave; the run continues'
  const page = link === null ? [] : linkLines(link, columns)
  const keys = [...HELP.map(keyLine), ...page, keyLine(['q', quit])]
  const gap = page.length > 1 ? [] : [[]]
  return [...keys, ...gap, ...markLines(columns)].slice(0, rows)
}

const keyLine = ([keys, what]: (typeof HELP)[number]): Line => [
  piece(` ${keys.padEnd(12)}`, 'accent'),
  piece(what),
]

/** The whole link, unbroken where possible: beside its key, or below it. */
function linkLines(link: string, columns: number): Line[] {
  const beside = keyLine(['o', `browser: ${link}`])
  if (widthOf(beside) <= columns) return [beside]
  const below = wrapToWidth(link, Math.max(columns - 1, 1))
  return [keyLine(['o', 'browser:']), ...below.map((line): Line => [piece(` ${line}`)])]
}

/** The marks that a running run can show; as many in a line as fit. */
function markLines(columns: number): Line[] {
  const marks = Object.entries(LOOKS)
    .filter(([word]) => word !== 'cut off')
    .map(([word, { mark, tone }]): Line => [
      piece(` ${mark} `, MARK_STYLES[tone]),
      piece(word.padEnd(10), 'dim'),
    ])
  const inLine = Math.max(Math.floor(columns / MARK_WIDTH), 1)
  const lines = Math.ceil(marks.length / inLine)
  return Array.from({ length: lines }, (_, i) => marks.slice(i * inLine, (i + 1) * inLine).flat())
}

/** " [*] " and the longest word. */
const MARK_WIDTH = 15
