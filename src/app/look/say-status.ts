/** The status report: sessions first, then what waits and why, then what is over. Readable without colour. */
import { attentionFor } from '../../core/report/attention-document.ts'
import { formatDuration } from '../../core/value/duration.ts'
import { sayCount } from '../../core/say/say-count.ts'
import type { Task } from '../../core/plan/plan.ts'
import { countUnchecked, openAttempts, taskOf, type Run } from '../../core/run/run.ts'
import { sayFailure, saySkip } from '../../core/say/say-failure.ts'
import { sayHindrance } from '../../core/say/say-hindrance.ts'
import { sayPhase } from '../../core/say/say-state.ts'
import { sayTimeLeft } from '../../core/say/say-time-left.ts'
import { sayTrouble } from '../../core/say/say-trouble.ts'
import { sayWait } from '../../core/say/say-wait.ts'
import { timeLeft } from '../../core/schedule/simulate.ts'
import type { TaskState } from '../../core/run/task-state.ts'
import { isUpToPeople } from '../../core/run/up-to-people.ts'
import { waitingTasks } from '../../core/schedule/why-waiting.ts'
import { needsYou } from '../../report-text/say-needs-you.ts'
import { paint, type Paint } from '../../report-text/paint.ts'
import { pullRequestsIn } from './say-pull-requests.ts'
import { label } from '../../report-text/label.ts'
import type { Viewpoint } from '../../report-text/viewpoint.ts'
import { sayStuckTask, sayWorking } from './say-sessions.ts'

const MOST_WAITING = 20
export function statusReport(run: Run, view: Viewpoint): string {
  const style = paint(view.colour)
  const sessions = view.isConducted ? openAttempts(run) : []
  const stuck = run.plan.tasks.flatMap((task, i) => sayStuckTask(task, run.states[i]!, view, style))
  const waits = [...waitingTasks(run, view.now)]
  const ready = pullRequestsIn(run, view.home, style)
  return [
    headline(run, view),
    ...sayTarget(run),
    '',
    ...needsYou(run, attentionFor(run, view), view.now, style),
    `Active Sessions (${sessions.length + run.counts.stuck + ready.count}):`,
    ...sessions.flatMap((attempt) => ['', ...sayWorking(run, attempt, view, style)]),
    ...stuck,
    ...ready.lines,
    ...sayCutOff(run, view),
    ...(waits.length > 0 ? ['', `Waiting (${waits.length}):`, ''] : []),
    ...waits
      .slice(0, MOST_WAITING)
      .map(([id, wait]) => `[ ] ${label(taskOf(run, id))} - WAITING - ${sayWait(wait, view.now)}`),
    ...(waits.length > MOST_WAITING ? [`    and ${waits.length - MOST_WAITING} more`] : []),
    ...sayLanding(run, view.now),
    ...sayOver(run, style),
  ].join('\n')
}

/** L3: what is not checked is said, and never counted as passed. */
function sayTarget(run: Run): readonly string[] {
  if (run.target === null) return []
  const { branch } = run.target
  return [`Landing on ${branch}; ${sayProof(run)}`]
}

function sayProof(run: Run): string {
  const unchecked = countUnchecked(run)
  if (unchecked === run.plan.tasks.length)
    return 'NOTHING IS CHECKED before it lands: no `check` is configured'
  const checks = `${sayCount(run.landing.checksPassed, 'check')} passed, ${run.landing.checksFailed} failed`
  return unchecked === 0
    ? checks
    : `${checks}; NOT CHECKED before landing: ${sayCount(unchecked, 'task')} without a \`check\``
}

function headline(run: Run, { now, isConducted }: Viewpoint): string {
  const done = `${run.counts.landed} of ${sayCount(run.plan.tasks.length, 'task')} landed`
  if (run.ended !== null) return `Run ${run.id} - ${run.ended.status} - ${done}`
  if (isUpToPeople(run, waitingTasks(run, now))) return `Run ${run.id} - waits for you - ${done}`
  if (!isConducted) return `Run ${run.id} - stopped - ${done}\nGo on with: conductor resume`
  const left = sayTimeLeft(timeLeft(run, now))
  return `Run ${run.id} - ${doing(run)} - ${done}${left === null ? '' : `, ${left}`}`
}

/** Under way when their coordinator died; nobody works on them now. */
function sayCutOff(run: Run, { isConducted }: Viewpoint): readonly string[] {
  const cutOff = isConducted || run.ended !== null ? [] : openAttempts(run)
  if (cutOff.length === 0) return []
  const lines = cutOff.map(
    ({ task }) => `[?] ${label(taskOf(run, task))} - CUT OFF - ${taskOf(run, task).name}`,
  )
  return ['', `Cut off, to be made again by conductor resume (${cutOff.length}):`, '', ...lines]
}

function doing(run: Run): string {
  if (run.stopping) return 'stopping'
  if (run.hindered !== null) return `held up, ${sayHindrance(run.hindered)}`
  return run.paused ? 'paused' : 'running'
}

/** On its way: nothing is wrong with it. */
function sayLanding(run: Run, now: number): readonly string[] {
  const lines = run.plan.tasks.flatMap((task, i) => {
    const state = run.states[i]!
    if (state.is !== 'landing') return []
    const age = formatDuration(Math.max(0, Math.floor((now - state.since) / 1000)))
    return [`[>] ${label(task)} - LANDING (${age}) - ${task.name}: ${sayPhase(state)}`]
  })
  return lines.length > 0 ? ['', `Landing (${lines.length}):`, '', ...lines] : []
}

/** What did not land, or cannot before a person has acted. */
function sayOver(run: Run, style: Paint): readonly string[] {
  const ready = run.plan.tasks.flatMap((task, i) => sayReady(task, run.states[i]!, style))
  const failed = run.plan.tasks.flatMap((task, i) => sayNotLanded(task, run.states[i]!, style))
  return [
    ...(ready.length > 0 ? ['', `To review (${ready.length}):`, '', ...ready] : []),
    ...(failed.length > 0 ? ['', 'Not landed:', ...failed] : []),
  ]
}

/** Finished work that somebody wants to see first. */
const sayReady = (task: Task, state: TaskState, style: Paint): readonly string[] =>
  state.is === 'review' && state.trouble.is === 'approval'
    ? [`${style.good('[+]')} ${label(task)} - READY - ${task.name}`]
    : []

function sayNotLanded(task: Task, state: TaskState, style: Paint): readonly string[] {
  switch (state.is) {
    case 'failed':
      return [
        '',
        `${style.bad('[x]')} ${label(task)} - FAILED - ${task.name}`,
        `    Reason: ${sayFailure(state.failure)}`,
      ]
    case 'skipped':
      return [
        '',
        `[-] ${label(task)} - SKIPPED - ${task.name}`,
        `    Reason: ${saySkip(state.because)}`,
      ]
    case 'cancelled':
      return ['', `[~] ${label(task)} - CANCELLED - ${task.name}`]
    case 'review':
      if (state.trouble.is === 'approval') return []
      return [
        '',
        `${style.bad('[!]')} ${label(task)} - NEEDS YOU - ${task.name}`,
        `    Reason: ${sayTrouble(state.trouble)}`,
      ]
    case 'waiting':
    case 'working':
    case 'landing':
    case 'stuck':
    case 'landed':
      return []
  }
}
