/** The pull requests of a run as `conductor pr` and `conductor status` print them. */
import { isKeptHere, isOpen, type LanePull } from '../core/forge/lane-pull.ts'
import { isIdle, tasksIn } from '../core/forge/answering.ts'
import { pullRows, pullText, type PullRequestRow } from '../core/forge/pull-document.ts'
import { pullNeeds } from '../core/forge/pull-need.ts'
import type { Run } from '../core/run/run.ts'
import { sayCount } from '../core/say/say-count.ts'
import { sayStepHere } from '../core/say/pulls/say-pull-step.ts'
import { reviewWays } from '../core/say/pulls/say-review.ts'
import { conductorLine, sayWays } from '../core/text/command-line.ts'
import { taskId, type LaneName } from '../core/value/ids.ts'
import { paint, type Paint } from './paint.ts'

export function sayPulls(run: Run, only: LaneName | null, colour: boolean): string {
  const style = paint(colour)
  const rows = pullRows(run)
  const shown = rows.filter(({ lane }) => only === null || lane === only)
  const problem =
    run.forgeProblem === null ? [] : ['', `${run.forgeProblem.message}; ${run.forgeProblem.hint}`]
  const steps = stepsOf(run)
  if (shown.length === 0) return [sayNone(run, only), ...problem].join('\n')
  return [
    `Pull requests of run ${run.id} (${sayCount(shown.length, 'lane')}), into ${run.publishing!.into} of ${run.publishing!.remote}:`,
    ...shown.flatMap((row) => [...sayRow(row, style), ...(steps.get(row.lane) ?? [])]),
    ...(only === null ? [] : sayText(run, only)),
    ...problem,
  ].join('\n')
}

/** The pull request of one lane, in short. */
export function sayPull(run: Run, lane: LaneName, colour: boolean): string {
  const row = pullRows(run).find((each) => each.lane === lane)!
  return sayRow(row, paint(colour)).join('\n').trimStart()
}

/** By lane: what a person does about those that need one, and how they make a draft ready. */
const stepsOf = (run: Run): ReadonlyMap<string, readonly string[]> =>
  new Map([...draftSteps(run), ...needSteps(run)])

const draftSteps = (run: Run): readonly (readonly [string, readonly string[]])[] =>
  [...run.pulls.values()].filter(isDraftHere).flatMap((pull) => {
    const tasks = tasksIn(run, pull.lane)
    if (!isIdle(run, tasks)) return []
    return [[pull.lane, indented(sayWays(reviewWays(pull, tasks[0]!.id)))] as const]
  })

const isDraftHere = (pull: LanePull): boolean =>
  isKeptHere(pull) && isOpen(pull) && pull.sight?.isDraft === true

const needSteps = (run: Run): readonly (readonly [string, readonly string[]])[] =>
  pullNeeds(run).map(({ is, pull, task }) => [
    pull.lane,
    indented([
      ...sayStepHere(pull, is === 'ready', run.publishing!),
      ...(isKeptHere(pull) ? sayWays(reviewWays(pull, task)) : []),
    ]),
  ])

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `    ${line}`)

/** Where it has a page, people read the text there. */
const sayText = (run: Run, lane: LaneName): readonly string[] => {
  const lines = pullText(run, lane)?.split('\n') ?? []
  return lines.length === 0 ? [] : ['', ...lines.map((line) => `    ${line}`.trimEnd())]
}

function sayNone({ id, publishing }: Run, only: LaneName | null): string {
  if (publishing === null) return `Run ${id} has no pull requests.`
  return only === null
    ? `No pull requests of run ${id} yet: nothing has been delivered.`
    : `${only} has no work to publish.`
}

function sayRow(row: PullRequestRow, style: Paint): readonly string[] {
  const name = row.number === null ? '' : ` #${row.number}`
  const on = row.below.length > 0 ? `, on ${row.below.join(', ')}` : ''
  return [
    '',
    `${markOf(row, style)} ${row.lane}${name} - ${row.says} - ${row.title}`,
    ...(row.url === null ? [] : [`    PR: ${row.url}`]),
    ...(row.branch === null ? [] : [`    ${row.branch} -> ${row.base}${on}`]),
    ...sayReopening(row),
    ...row.feedback.slice(0, MOST_LINES).map(({ by, line }) => `    ${by}: ${line}`),
  ]
}

const MOST_LINES = 3

/** On a forge people open it again on its page. */
const sayReopening = ({ state, url, tasks }: PullRequestRow): readonly string[] =>
  state === 'closed' && url === null
    ? [`    To push its branch again: ${conductorLine('pr', taskId(tasks[0]!))}`]
    : []

function markOf(row: PullRequestRow, style: Paint): string {
  const { state, trouble, ci, review, is_answered: isAnswered } = row
  if (state === 'merged') return style.good('[+]')
  if (state === 'closed' || state === 'taken_over') return '[-]'
  const isRefused = review === 'changes-requested' && !isAnswered
  if (trouble !== null || ci === 'fail' || isRefused) return style.bad('[!]')
  return state === 'open' ? style.good('[+]') : '[*]'
}
