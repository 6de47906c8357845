/** The last line of the screen: what is being typed or asked, else the last message, else the keys. */
import type { AttentionKind } from '../core/report/attention.ts'
import type { TaskId } from '../core/value/ids.ts'
import { displayWidth, oneLine, tailToWidth } from './display-text.ts'
import { piece, widthOf, type Line } from './line.ts'
import type { Picture } from './picture.ts'
import { needInSight, questionOf, type Mode } from './view.ts'

export function footerLine(picture: Picture): Line {
  const { view, now, columns } = picture
  const { mode, message } = view
  if (mode.is === 'confirm') return [piece(` ${mode.question} (y/n)`, 'busy')]
  if (mode.is === 'filter')
    return [piece(` /${view.filter}_`, 'accent'), piece('   enter keeps it, esc drops it', 'dim')]
  if (mode.is === 'tell') return tellLine(mode, picture)
  if (message !== null && now < message.until) return [piece(` ${message.text}`, 'accent')]
  if (mode.is === 'log') return keyLine(LOG_KEYS, columns)
  if (mode.is === 'help') return [piece(' any key goes back', 'dim')]
  return keyLine(keysNow(picture), columns)
}

/** The line above the typed text that says why the text was not accepted. */
export function refusalLine({ view, now }: Picture): Line | null {
  const { mode, message } = view
  if (mode.is !== 'tell' || message === null || now >= message.until) return null
  return [piece(` ${message.text}`, 'bad')]
}

/** The end of the text stays in sight while the user types. */
function tellLine({ task, text }: Mode & { is: 'tell' }, { attention, columns }: Picture): Line {
  const before = ` ${whatIsTold(task, attention, columns)}: `
  const help = '   enter sends, esc leaves'
  const end = tailToWidth(oneLine(text), Math.max(columns - displayWidth(before) - 1, 1))
  return [piece(before, 'dim'), piece(`${end}_`, 'accent'), piece(help, 'dim')]
}

const A_NUMBER = ' (a number chooses an option)'

function whatIsTold(task: TaskId, attention: Picture['attention'], columns: number): string {
  const question = questionOf(task, attention)
  if (question === null) return `tell ${task}`
  const hasChoice = question.options.length > 0 && columns >= 70
  return `answer ${task}${hasChoice ? A_NUMBER : ''}`
}

/** The keys for the need of the selected task come first. */
function keysNow({ run, view, attention, link }: Picture): readonly KeyHint[] {
  const need = needInSight(view, attention)
  const isSelected = need !== undefined && need.task !== null && need.task === view.selected
  const first = isSelected || need?.kind === 'question' ? NEED_KEYS[need.kind] : []
  const next: readonly KeyHint[] = attention.length > 0 ? [['tab', 'needs you']] : []
  const keys = run.paused ? PAUSED_KEYS : KEYS
  const page: readonly KeyHint[] = link === null ? [] : [['o', 'browser']]
  return [...first, ...keys.slice(0, 2), ...next, ...page, ...keys.slice(2)]
}

type KeyHint = readonly [key: string, what: string]

const KEYS: readonly KeyHint[] = [
  ['?', 'help'],
  ['q', 'quit'],
  ['enter', 'log'],
  ['p', 'pause'],
  ['c', 'cancel'],
  ['r', 'retry'],
  ['s', 'skip'],
  ['a', 'approve'],
  ['+/-', 'priority'],
  ['/', 'filter'],
]
const PAUSED_KEYS = KEYS.map((hint): KeyHint => (hint[0] === 'p' ? ['p', 'resume'] : hint))
const ALLOW: readonly KeyHint[] = [
  ['y', 'allow'],
  ['n', 'deny'],
]
const APPROVE: readonly KeyHint[] = [['a', 'approve']]
const TELL: readonly KeyHint[] = [['t', 'tell it']]
const NEED_KEYS: Readonly<Record<AttentionKind, readonly KeyHint[]>> = {
  frozen: [],
  hindered: [],
  permission: ALLOW,
  question: [['t', 'answer']],
  budget: [],
  conflict: APPROVE,
  'red-check': APPROVE,
  broken: APPROVE,
  'left-target': APPROVE,
  unasked: APPROVE,
  'task-failed': [['r', 'retry']],
  review: APPROVE,
  'needs-human': APPROVE,
  'paused-run': [['p', 'resume']],
  'paused-batch': [],
  forge: [],
  'pull-ready': [],
  'pull-stuck': [],
  'branch-moved': [],
  'rate-limited': [],
  stale: TELL,
  looping: TELL,
  silent: TELL,
  'over-time': TELL,
}
const LOG_KEYS: readonly KeyHint[] = [
  ['esc', 'back'],
  ['j/k', 'scroll'],
  ['g', 'top'],
  ['G', 'follow'],
]

/** Shows as many keys as fit whole; the most needed come first. */
function keyLine(hints: readonly KeyHint[], columns: number): Line {
  const line: Line[] = []
  let width = 0
  for (const [key, what] of hints) {
    const hint = [piece(` ${key} `, 'accent'), piece(`${what} `, 'dim')]
    width += widthOf(hint)
    if (width > columns) break
    line.push(hint)
  }
  return line.flat()
}
