/** The status report: sessions first, then what waits and why, then what is over. Readable without colour. */
import { nameInLine } from '../../core/text/name-in-line.ts'
import { attentionFor } from '../../core/report/attention-document.ts'
import { sayNotPlanned } from '../../core/say/plan/say-planning.ts'
import { sayEnd } from '../../core/say/say-end.ts'
import { sayCount } from '../../core/say/say-count.ts'
import type { Task } from '../../core/plan/plan.ts'
import { countUnchecked, stateOf, taskOf, tasksWhere, type Run } from '../../core/run/run.ts'
import { standingOf, type StandingWord } from '../../core/report/task-standing.ts'
import { sayStoppedCoordinator } from '../../core/say/say-failure.ts'
import { hintFor } from '../../core/say/say-hindrance-hint.ts'
import { sayHindrance } from '../../core/say/say-hindrance.ts'
import { sayResultInPulls } from '../../core/take/result-in-pulls.ts'
import { sayResult } from '../../core/say/say-take.ts'
import { sayStoppedRun } from '../../core/say/say-state.ts'
import { sayTimeLeft } from '../../core/say/say-time-left.ts'
import { isComingToItsEnd } from '../../core/report/eta-document.ts'
import { timeLeft } from '../../core/schedule/time-left.ts'
import type { TaskStatus } from '../../core/run/task-state.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { WAITS_FOR_YOU, waitsForYou } from '../../core/report/waits-for-you.ts'
import { waitingTasks } from '../../core/schedule/why-waiting.ts'
import { howToGoOn } from '../../report-text/say-next-steps.ts'
import { needsYou } from '../../report-text/say-needs-you.ts'
import { paint, type Paint } from '../../report-text/paint.ts'
import { pullRequestsIn } from './say-pull-requests.ts'
import type { ReportOptions } from '../../report-text/report-options.ts'
import { sayStuckTask, sayWorking } from './say-sessions.ts'
import { blockOf, headOf, type Row } from './status-row.ts'

const MOST_WAITING = 20

interface StatusOptions extends ReportOptions {
  /** The landed tasks that the user's branch does not have; absent: none. */
  readonly missing?: ReadonlySet<TaskId>
}

export function statusReport(run: Run, view: StatusOptions): string {
  const style = paint(view.colour)
  const waits = waitingTasks(run, view.now)
  const rowFor = (task: Task): Row => ({
    task,
    standing: standingOf(run, task.id, { ...view, waits }),
    now: view.now,
  })
  const rows = tasksWhere(run, ({ is }) => !ONLY_COUNTED.has(is)).map(rowFor)
  const those = (...words: readonly StandingWord[]): readonly Row[] =>
    rows.filter(({ standing }) => words.includes(standing.word))
  const [working, stuck] = [those('working'), those('stuck')]
  const pulls = pullRequestsIn(run, view.home, style)
  return [
    ...sayFrozen(view),
    headline(run, view),
    ...sayTarget(run, view),
    ...needsYou(run, attentionFor(run, view), view.now, style),
    ...sessionsTitle(working.length + stuck.length + pulls.open.length),
    ...working.flatMap((row) => ['', ...sayWorking(run, row, view, style)]),
    ...stuck.flatMap((row) => ['', ...sayStuckTask(row, stateOf(run, row.task.id), style)]),
    ...pulls.open.flat(),
    ...sayAll('Cut off', those('cut off'), style),
    ...sayWaiting(
      [...waits.keys()].map((id) => taskOf(run, id)),
      rowFor,
      style,
    ),
    ...sayAll('Landing', those('landing'), style),
    ...sayAll('To review', those('ready'), style),
    ...sayDone(pulls.done),
    ...sayNotLanded(those('failed', 'skipped', 'cancelled', 'needs you'), style),
  ].join('\n')
}

const sessionsTitle = (count: number): readonly string[] =>
  count === 0 ? [] : ['', `Active Sessions (${count}):`]

const sayDone = (pulls: readonly (readonly string[])[]): readonly string[] =>
  pulls.length === 0
    ? []
    : ['', `Pull requests that need nothing more (${pulls.length}):`, ...pulls.flat()]

/** Waiting tasks have their own section, in the order in which they will start. */
const ONLY_COUNTED: ReadonlySet<TaskStatus> = new Set(['landed', 'waiting'])

function sayWaiting(
  tasks: readonly Task[],
  rowFor: (task: Task) => Row,
  style: Paint,
): readonly string[] {
  if (tasks.length === 0) return []
  const shown = tasks.slice(0, MOST_WAITING).map(rowFor)
  return [
    '',
    `Waiting (${tasks.length}):`,
    '',
    ...shown.map((row) => `${headOf(row, style)} - ${row.standing.says}`),
    ...(tasks.length > MOST_WAITING ? [`    and ${tasks.length - MOST_WAITING} more`] : []),
  ]
}

/** L3: work that is not checked is reported as such, and never counted as passed. */
function sayTarget(run: Run, { now, missing = new Set() }: StatusOptions): readonly string[] {
  if (run.target === null) return []
  const { branch } = run.target
  const result = run.ended === null ? null : sayResult(run, now)
  const says = result === 'not taken yet' ? sayNotTaken(run, missing) : result
  return [`Landing on ${branch}; ${sayProof(run)}`, ...(says === null ? [] : [`Result: ${says}`])]
}

/** Pull requests bring the result to the remote, so the user does not have to take it. */
const sayNotTaken = (run: Run, missing: ReadonlySet<TaskId>): string =>
  sayResultInPulls(run, missing) ?? 'not taken yet: conductor take'

function sayProof(run: Run): string {
  const unchecked = countUnchecked(run)
  if (unchecked === run.plan.tasks.length)
    return 'NOTHING IS CHECKED before it lands: no `check` is configured'
  const checks = `${sayCount(run.landing.checksPassed, 'check')} passed, ${run.landing.checksFailed} failed`
  return unchecked === 0
    ? checks
    : `${checks}; NOT CHECKED before landing: ${sayCount(unchecked, 'task')} without a \`check\``
}

/** This problem comes first, because the rest of the report does not show it. */
function sayFrozen({ frozen }: ReportOptions): readonly string[] {
  if (frozen == null) return []
  const what = sayStoppedCoordinator(frozen.pid).replace(/^t/, 'T')
  return [`${what}: nothing happens until you continue it with \`kill -CONT ${frozen.pid}\`.`, '']
}

function headline(run: Run, { now, isConducted, frozen }: ReportOptions): string {
  const done = `${run.counts.landed} of ${sayCount(run.plan.tasks.length, 'task')} landed`
  if (run.ended !== null)
    return `Run ${run.id} - ${sayEnd(run.ended.status, run.counts, run.plan.tasks.length)} - ${sayNotPlanned(run.planned) ?? done}`
  if (frozen != null) return `Run ${run.id} - frozen - ${done}`
  if (!isConducted && run.hindered !== null)
    return `Run ${run.id} - ${sayStoppedRun(run)} - ${done}\nFirst ${hintFor(run.hindered)}, then continue with: conductor resume`
  if (waitsForYou(run, now) && !(isConducted && run.paused))
    return `Run ${run.id} - ${WAITS_FOR_YOU} - ${done}`
  if (!isConducted) return `Run ${run.id} - ${sayStoppedRun(run)} - ${done}\n${howToGoOn(run)}`
  const left = isComingToItsEnd(run) ? null : sayTimeLeft(timeLeft(run, now))
  return `Run ${run.id} - ${doing(run)} - ${done}${left === null ? '' : `, ${left}`}`
}

function doing(run: Run): string {
  if (run.cancelled) return 'cancelling'
  if (run.stopping) return 'stopping'
  if (run.hindered !== null) return `blocked, ${sayHindrance(run.hindered)}`
  return run.paused ? 'paused' : 'running'
}

/** One line for each row; no section without rows. */
const sayAll = (title: string, rows: readonly Row[], style: Paint): readonly string[] =>
  rows.length === 0
    ? []
    : [
        '',
        `${title} (${rows.length}):`,
        '',
        ...rows.map(
          (row) => `${headOf(row, style)} - ${nameInLine(row.task.name)}: ${row.standing.says}`,
        ),
      ]

/** Tasks that did not land, or cannot before a person has acted. */
const sayNotLanded = (rows: readonly Row[], style: Paint): readonly string[] =>
  rows.length === 0
    ? []
    : ['', 'Not landed:', ...rows.flatMap((row) => ['', ...blockOf(row, style)])]
