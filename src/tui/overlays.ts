/** What takes the place of agents and queue: the log of one task, and the list of keys. */
import { stateOf, taskOf } from '../core/run.ts'
import { plainText, wrapToWidth } from './display-text.ts'
import { piece, spread, type Line } from './line.ts'
import type { Picture } from './picture.ts'
import { MARKS, sayState, titleOf } from './task-words.ts'
import type { Mode } from './view.ts'

export function drawLog(picture: Picture, mode: Mode & { is: 'log' }, rows: number): Line[] {
  return [logTitle(picture, mode), ...logLines(picture, mode, rows)]
}

function logTitle(picture: Picture, { task: id, held }: Mode & { is: 'log' }): Line {
  const { run, columns } = picture
  const task = taskOf(run, id)
  const state = stateOf(run, id)
  const [mark, style] = MARKS[state.is]
  const where = held === null ? 'following ' : `line ${held.top + 1} of ${held.lines.length} `
  const left = [
    piece(` ${mark} `, style),
    piece(id, 'bold'),
    piece(titleOf(task) === '' ? '' : `  ${titleOf(task)}`),
    piece(`  ${sayState(picture, task, state)}`, 'dim'),
  ]
  return spread(left, [piece(where, held === null ? 'good' : 'busy')], columns)
}

function logLines(picture: Picture, mode: Mode & { is: 'log' }, rows: number): Line[] {
  const { columns } = picture
  const { held } = mode
  const lines = held === null ? picture.log(mode.task, rows) : held.lines.slice(held.top)
  if (lines.length === 0) return [[piece(' no output yet', 'dim')]]
  const wrapped = lines
    .slice(0, rows)
    .flatMap((line) => wrapToWidth(plainText(line), Math.max(columns - 1, 1)))
  const shown = held === null ? wrapped.slice(-rows) : wrapped.slice(0, rows)
  return shown.map((line) => [piece(' '), piece(line)])
}

const HELP: readonly (readonly [keys: string, what: string])[] = [
  ['j k, arrows', 'move; PgUp PgDn by a page, g G to the ends'],
  ['enter', 'log of the task; j k scroll, G follows, esc goes back'],
  ['/', 'filter by id or name; esc drops the filter'],
  ['p', 'pause, and go on'],
  ['c', 'cancel the task; what waits behind it is skipped'],
  ['r', 'try a failed, cancelled or skipped task again'],
  ['s', 'skip the task and what waits behind it'],
  ['a', 'approve a task that needs a human'],
  ['+ -', 'more or less urgent'],
  ['q', 'quit'],
  ['ctrl-c', 'interrupt, ctrl-l draw the screen anew'],
]

export function drawHelp({ columns, owner }: Picture, rows: number): Line[] {
  const keys = HELP.map(([key, what]) => {
    const said = key === 'q' ? (owner ? 'stop the run and quit' : 'leave; the run goes on') : what
    return [piece(` ${key.padEnd(columns < 50 ? 7 : 13)}`, 'accent'), piece(said)]
  })
  const marks = Object.entries(MARKS).flatMap(([word, [mark, style]]) => [
    piece(` ${mark} `, style),
    piece(word, 'dim'),
  ])
  return [...keys, [], marks].slice(0, rows)
}
