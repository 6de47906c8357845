/** The summary of a run, in words. */
import { sayAtOnce } from '../core/say/plan/say-threshold.ts'
import { sayLeftOut } from '../core/say/say-end.ts'
import { sayTasksOver } from '../core/say/say-tasks-over.ts'
import { formatDuration } from '../core/value/duration.ts'
import { percent } from '../core/say/plan/say-threshold.ts'
import { sayNotPlanned, sayPlanning } from '../core/say/plan/say-planning.ts'
import { sayCount } from '../core/say/say-count.ts'
import { formatSize } from '../core/value/size.ts'
import type { LandingSummary, Result, Summary } from '../core/report/summary.ts'
import type { Rightness } from '../core/report/rightness.ts'
import { sayNeedCount, WAITS_FOR_YOU } from '../core/report/waits-for-you.ts'
import { paint, type Paint } from './paint.ts'
import { costRows, mostExpensive } from './say-costs.ts'
import { lowestQuality, qualityRow } from './say-quality.ts'

export function saySummary(summary: Summary, colour: boolean): string {
  const style = paint(colour)
  return [
    headline(summary, style),
    '',
    ...(isNotPlanned(summary) ? planningRow(summary) : facts(summary)).map(
      ([name, value]) => `  ${name.padEnd(14)}${value}`,
    ),
    ...slowest(summary),
    ...mostExpensive(summary),
    ...lowestQuality(summary),
    ...troubles(summary, style),
  ].join('\n')
}

const headline = (summary: Summary, style: Paint): string =>
  `${isNotPlanned(summary) ? style.bad('[x]') : markOf(summary.status, summary.tasks, style)} ${sayRun(summary)}`

const isNotPlanned = ({ planning }: Summary): boolean => sayNotPlanned(planning) !== null

/** How a run stands and how far it is, in the same words wherever it is said in one line. */
export const sayRun = (summary: Summary): string =>
  `Run ${summary.run} ${runWord(summary)}: ${sayProgress(summary)}`

/** A run that waits for a person is called the same, whether or not it has a coordinator. */
export const runWord = ({
  status,
  waits_for_you,
  tasks,
}: Pick<Summary, 'status' | 'waits_for_you' | 'tasks'>): string => {
  if (waits_for_you && status !== 'paused') return WAITS_FOR_YOU
  // What was left out is counted beside this word.
  return sayLeftOut(status, tasks) === null ? status : 'completed'
}

/** A task that waits for a person, or for its turn, has not gone wrong. */
function markOf(status: Summary['status'], tasks: Summary['tasks'], style: Paint): string {
  if (tasks.landed === tasks.total) return style.good('[+]')
  if (sayLeftOut(status, tasks) !== null) return style.warn('[-]')
  const isBad = LOST.some((is) => tasks[is] > 0)
  if (status === 'completed' || status === 'failed' || status === 'cancelled' || isBad)
    return style.bad('[x]')
  return status === 'running' ? style.good('[*]') : style.warn('[!]')
}

const LOST = ['failed', 'skipped', 'cancelled'] as const

/** Counts every task once; then how many needs there are, as attention counts them. */
export function sayProgress({ tasks, needs_you_count: needs, planning }: Summary): string {
  const notPlanned = sayNotPlanned(planning)
  if (notPlanned !== null) return notPlanned
  const lost = LOST.reduce((sum, is) => sum + tasks[is], 0)
  const toGo = tasks.total - tasks.landed - lost
  return [
    `${tasks.landed} of ${sayCount(tasks.total, 'task')} landed`,
    ...LOST.filter((is) => tasks[is] > 0).map((is) => `, ${tasks[is]} ${is}`),
    ...(toGo > 0 ? [`, ${toGo} to go`] : []),
    ...(needs > 0 ? [`; ${sayNeedCount(needs)}`] : []),
  ].join('')
}

function facts(summary: Summary): readonly (readonly [string, string])[] {
  const workers = Object.entries(summary.tasks_per_worker).map(
    ([worker, tasks]) => `#${worker} ${tasks}`,
  )
  return [
    ['time', time(summary)],
    ...stagesRow(summary),
    ...planningRow(summary),
    ['success', saySuccess(summary)],
    ['agents', workers.length > 0 ? `${workers.length} (tasks: ${workers.join(', ')})` : 'none'],
    ['files', files(summary)],
    ...(summary.landing === null ? [] : landing(summary.landing)),
    ...(summary.test_coverage === null
      ? []
      : [['coverage', `${summary.test_coverage} %`] as const]),
    ...foresightRows(summary),
    ...qualityRow(summary),
    ...costRows(summary),
  ]
}

/** Where the time went, if it went to more than one stage. */
function stagesRow({ stage_s }: Summary): readonly (readonly [string, string])[] {
  const total = Object.values(stage_s).reduce((sum, seconds) => sum + seconds, 0)
  const seen = Object.entries(stage_s).filter(([, seconds]) => seconds >= total * LEAST_SHARE)
  if (total === 0 || seen.length < 2) return []
  return [['stages', seen.map(([stage, s]) => `${stage} ${percent(s / total)}`).join(', ')]]
}

const LEAST_SHARE = 0.01

const planningRow = ({ planning }: Summary): readonly (readonly [string, string])[] =>
  planning === null ? [] : [['planning', sayPlanning(planning)]]

const saySuccess = (summary: Summary): string =>
  summary.success_rate === null
    ? 'not known: no task is over yet'
    : `${percentage(summary.success_rate).toFixed(1)} %${sayTasksOver(summary)}`

/** With one decimal; only a whole is 100. */
const percentage = (share: number): number =>
  share < 1 ? Math.min(99.9, Math.round(share * 1000) / 10) : 100

function time({ wall_s, sequential_s, speedup }: Summary): string {
  const took = formatDuration(wall_s)
  // The speedup is measured on work that has landed.
  if (speedup === null) return took
  // A run that waited for a person has no meaningful speedup.
  if (speedup < 1) return `${took} (the landed tasks alone: ${formatDuration(sequential_s)})`
  const saved = Math.round((1 - wall_s / sequential_s) * 100)
  const gain = saved > 0 ? ` (${saved} % saved)` : ''
  return `${took}, one after another ${formatDuration(sequential_s)}: ${speedup.toFixed(2)} times as fast${gain}`
}

function files(summary: Summary): string {
  if (summary.files_changed === null) return whyNotCounted(summary)
  return `${summary.files_created} created, ${summary.files_changed} changed (+${summary.lines_added}, -${summary.lines_deleted})`
}

/** In place, whether there is a repository is known only at the end. */
function whyNotCounted({ landing: into, status }: Summary): string {
  const isOver = status === 'completed' || status === 'failed' || status === 'cancelled'
  if (into !== null) return 'counted when the run is over'
  return isOver ? 'not counted (no git repository)' : 'not counted yet'
}

function landing(summary: LandingSummary): readonly (readonly [string, string])[] {
  const { target, unchecked, checks, is_checked } = summary
  const flakes = checks.flakes > 0 ? `, ${checks.flakes} passed only on the second try` : ''
  const ran = `${checks.passed} passed, ${checks.failed} failed${flakes}`
  const none = 'NOTHING IS CHECKED before it lands: no `check` is configured'
  const some = unchecked > 0 ? `; ${sayCount(unchecked, 'task')} landed unchecked` : ''
  return [
    ['landed on', target],
    ['checks', is_checked ? `${ran}${some}` : none],
    ...sayConflicts(summary),
  ]
}

/** In percent: with fewer clean merges than this, tasks get in each other's way. */
const CLEAN_MERGES = 90

function sayConflicts({
  conflicts,
  merge_success_rate,
}: LandingSummary): readonly (readonly [string, string])[] {
  if (merge_success_rate === null) return []
  if (conflicts === 0) return [['conflicts', 'none']]
  const clean = percentage(merge_success_rate)
  const aim =
    clean > CLEAN_MERGES
      ? ''
      : `, the goal is more than ${CLEAN_MERGES} % (declare \`files\` of tasks)`
  const count = sayCount(conflicts, 'delivery', 'deliveries')
  return [['conflicts', `${count}; ${clean} % merged without one${aim}`]]
}

/** How right the predictions were: files first, then pairs. */
function foresightRows({ foresight }: Summary): readonly (readonly [string, string])[] {
  if (foresight === null) return []
  const { predicted, missed, conflicts } = foresight.pairs
  return [
    ['foresight', sayForeseenFiles(foresight)],
    ...(predicted + missed + conflicts > 0
      ? [['collisions', sayForeseenPairs(foresight.pairs)] as const]
      : []),
  ]
}

function sayForeseenFiles({
  predicted_files: predicted,
  right_files: right,
  touched_files: touched,
  recall,
}: Rightness): string {
  const changed = sayCount(touched, 'changed file')
  if (predicted === 0) return `no files were predicted; ${changed}`
  const found =
    recall === null ? '' : `; ${Math.round(recall * touched)} of ${changed} had been predicted`
  return `${right} of ${sayCount(predicted, 'predicted file')} changed${found}`
}

/** One fact after another; of what did not happen nothing is counted. */
const sayForeseenPairs = (pairs: Rightness['pairs']): string =>
  [
    pairs.predicted === 0
      ? 'no tasks were expected to share a file'
      : `${pairs.right} of ${sayCount(pairs.predicted, 'expected pair')} of tasks shared a file`,
    ...(pairs.missed > 0 ? [`${sayCount(pairs.missed, 'other pair')} did`] : []),
    ...(pairs.conflicts > 0
      ? [
          `${sayCount(pairs.conflicts, 'pair')} had a merge conflict, ${expectedOf(pairs.conflicts, pairs.conflicts_predicted)}`,
        ]
      : []),
    ...(pairs.at_once > 0 ? [sayAtOnce(pairs.at_once, pairs.at_once_conflicts)] : []),
  ].join('; ')

function expectedOf(all: number, expected: number): string {
  if (expected === 0) return all === 1 ? 'which was not expected' : 'none of them expected'
  if (expected === all) return all === 1 ? 'which was expected' : 'all of them expected'
  return `${expected} of them expected`
}

/** The longest tasks, when there is more than one. */
function slowest({ results }: Summary): readonly string[] {
  const worth = results.filter((result) => result.duration_s > 0)
  if (worth.length < 2) return []
  const top = worth.toSorted((a, b) => b.duration_s - a.duration_s).slice(0, 5)
  const width = Math.max(...top.map((result) => result.id.length))
  return [
    '',
    '  longest tasks',
    ...top.map((result) => `    ${result.id.padEnd(width)}  ${profile(result)}`),
  ]
}

function profile({ duration_s, cpu_s, peak_memory_bytes, worker }: Result): string {
  const parts = [
    formatDuration(duration_s),
    ...(cpu_s === null ? [] : [`cpu ${formatDuration(cpu_s)}`]),
    ...(peak_memory_bytes === null ? [] : [`memory ${formatSize(peak_memory_bytes)}`]),
    `agent ${worker}`,
  ]
  return parts.join(', ')
}

function troubles({ results }: Summary, style: Paint): readonly string[] {
  const bad = results.filter((result) => result.status !== 'landed' && result.error !== null)
  const shown = bad.filter((result) => result.status === 'failed').slice(0, 10)
  const skipped = bad.filter((result) => result.status === 'skipped')
  return [
    ...shown.flatMap((result) => [
      '',
      `  ${style.bad('[x]')} ${result.id} failed: ${result.error}`,
      ...result.last_lines.slice(-8).map((line) => style.dim(`      ${line}`)),
    ]),
    ...(skipped.length > 0 ? ['', `  [-] ${sayCount(skipped.length, 'task')} skipped:`] : []),
    ...skipped.slice(0, 10).map((result) => `      ${result.id}  ${result.error}`),
    ...(skipped.length > 10 ? [`      and ${skipped.length - 10} more`] : []),
  ]
}
