/** Prints the open issues of a repository: the class of each, what can start now, and the command to type. */
import type { IssueListDocument } from '../core/forge/issues/issue-document.ts'
import type { IssueRow } from '../core/forge/issues/issue-list.ts'
import { list } from '../core/forge/issues/issue-skip.ts'
import { cutText } from '../core/planning/check/draft-text.ts'
import { sayCount } from '../core/say/say-count.ts'
import { sayLikely } from '../core/say/plan/say-likely.ts'
import { paint, type Paint } from './paint.ts'

export function sayIssues(document: IssueListDocument, colour: boolean): string {
  const style = paint(colour)
  const { issues, notes } = document
  if (issues.length === 0) return sayNone(document)
  const taken = issues.filter(({ skipped }) => skipped === null)
  const left = issues.flatMap(({ skipped }) => (skipped === null ? [] : [skipped.sentence]))
  const width = Math.max(...issues.map(({ number }) => `${number}`.length)) + 1
  return [
    style.bold(`${document.forge}: ${sayHowMany(document)}`),
    ...(taken.length === 0 ? [] : ['']),
    ...taken.flatMap((row) => sayRow(row, width, style)),
    ...(left.length === 0 ? [] : ['', ...left.map((line) => style.dim(line))]),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => style.dim(`note: ${note}`))]),
    '',
    ...sayNext(document),
  ].join('\n')
}

function sayHowMany({ issues, is_cut, labels }: IssueListDocument): string {
  const all = sayCount(issues.length, 'open issue')
  const cut = is_cut ? `the newest ${all} (--limit shows more)` : all
  return labels.length === 0 ? cut : `${cut} with ${sayLabels(labels)}`
}

const sayLabels = (labels: readonly string[]): string =>
  `the label${labels.length === 1 ? '' : 's'} ${labels.map((label) => `"${label}"`).join(' and ')}`

const sayNone = ({ forge, labels }: IssueListDocument): string =>
  labels.length === 0
    ? `${forge}: no issue is open. Open one there, or plan without issues: conductor plan "what you want"`
    : `${forge}: no open issue has ${sayLabels(labels)}. Others: conductor issues --label <name>`

const LONGEST_TITLE = 60
const STATE_WIDTH = 12

function sayRow(row: IssueRow, width: number, style: Paint): readonly string[] {
  const number = `#${row.number}`.padEnd(width)
  const state = stateOf(row)
  const coloured = row.can_start ? style.good(state.padEnd(STATE_WIDTH)) : state.padEnd(STATE_WIDTH)
  const urgent = row.priority === 3 ? '' : style.dim(`  priority ${row.priority}`)
  const indent = ' '.repeat(width + 4)
  return [
    `  ${number}  ${coloured}  ${cutText(row.title, LONGEST_TITLE)}${urgent}`,
    ...detailsOf(row).map((line) => style.dim(`${indent}${line}`)),
  ]
}

function stateOf({ classes }: IssueRow): string {
  if (classes.includes('not_ready')) return 'not ready'
  if (classes.includes('needs_design')) return 'needs design'
  return classes.includes('depends') ? 'ready, later' : 'ready'
}

const detailsOf = ({ depends_on, flags, conflicts, notes }: IssueRow): readonly string[] => [
  ...(depends_on.length === 0 ? [] : [`after ${list(depends_on)}`]),
  ...flags.map(({ flag, why }) => (flag === 'sensitive' ? `sensitive: ${why}` : why)),
  ...conflicts.map(({ number, probability, files }) => {
    const where = files.length === 0 ? '' : ` (${files.slice(0, 3).join(', ')})`
    return `may collide with #${number}: ${sayLikely(probability)}${where}`
  }),
  ...notes,
]

const sayNext = ({ start_now, next_step }: IssueListDocument): readonly string[] =>
  next_step === null
    ? ['Nothing can start now. Answer the points above in the issues, then list them again.']
    : [
        start_now.length === 1
          ? `Can start now: #${start_now[0]}`
          : `Can start now, at the same time: ${list(start_now)}`,
        `Run what is ready: ${next_step}`,
      ]
