/** One plain line per event, for pipes, logs and the replay of a run. */
import type { Event } from '../run/event.ts'
import { sayAllHeldBelow } from './landing/say-held-below.ts'
import { formatDuration } from '../value/duration.ts'
import type { Outcome } from '../run/failure.ts'
import type { TaskId } from '../value/ids.ts'
import { deliveryOf, stateOf, type Run } from '../run/run.ts'
import { isLost } from '../run/task-state.ts'
import { sayFailure, saySkip } from './say-failure.ts'
import { formatUsd } from '../value/money.ts'
import { putBack, sayMove, saySettled } from './landing/say-branch-move.ts'
import { sayChange } from './say-change.ts'
import { sayCount } from './say-count.ts'
import { sayCondition, sayStuck } from './say-stuck.ts'
import { sayHindrance } from './say-hindrance.ts'
import { isPullFact } from '../forge/lane-pull.ts'
import { sayPullFact } from './pulls/say-pull-event.ts'
import { sayTaking } from './say-take.ts'
import { sayTrouble } from './landing/say-trouble.ts'
import { sayEnd } from './say-end.ts'
import { sayUnpublished } from './landing/say-unpublished.ts'
import { firstFew } from './say-wait.ts'

/** The lines for these events; events that a person would not miss have none. `run` is the run after the events. */
export const sayEvents = (events: readonly Event[], run: Run): readonly string[] =>
  events.flatMap((event) => sayEvent(event, run) ?? [])

/** What happened last, without the time: the words for the newest of these events that has any. */
export function sayLast(events: readonly Event[], run: Run): string {
  for (const event of events.toReversed()) {
    const words = wordsFor(event, run)
    if (words !== null) return words
  }
  return ''
}

function sayEvent(event: Event, run: Run): string | null {
  const line = wordsFor(event, run)
  return line === null ? null : `${clockTime(event.at)}  ${line}`
}

function wordsFor(event: Event, run: Run): string | null {
  if (isPullFact(event)) return sayPullFact(event, run)
  switch (event.type) {
    case 'attempt-started': {
      const number = run.attempts.get(event.attempt)?.number ?? 1
      const again = number > 1 ? `, attempt ${number}` : ''
      return `${event.task}  started (agent ${event.worker}${again})`
    }
    case 'attempt-ended':
      if (event.outcome.is !== 'lost' && event.outcome.is !== 'preempted') return null
      return `${event.task}  stopped${isLost(stateOf(run, event.task).is) ? '' : '; it will be tried again'}`
    case 'stop-asked':
      return `${event.task}  stopping`
    case 'task-landed':
      return [`${event.task}  landed${tookTime(run, event.task)}`, ...toPush(run, event.task)].join(
        '; ',
      )
    case 'target-opened':
      return `landing on ${event.branch}, which begins at ${event.base.slice(0, 9)}${sayBeginning(run, event)}`
    case 'target-moved':
      return `someone moved the target to ${event.to.slice(0, 9)}${event.lost.length > 0 ? `; it does not hold ${event.lost.join(', ')} any more` : ''}`
    case 'noticed':
      return `${event.about === null ? '' : `${event.about}  `}note: ${event.what}`
    case 'branch-moved':
      return `note: ${sayMove(event)}; if that was not you, \`${putBack(event)}\` ${event.to === null ? 'makes it again' : 'restores it'}`
    case 'branch-settled':
      return saySettled(event.branch, event.how)
    case 'take-begun':
    case 'take-dropped':
      return null
    case 'result-taken':
      return `the result was ${sayTaking(event.taking)}`
    case 'take-undone':
      return `undone: ${sayTaking(event.taking)}`
    case 'take-lost':
      return `not there any more: ${sayTaking(event.taking)}`
    case 'landing-asked':
      return `${event.task}  will land, ${event.resolved === undefined ? 'as requested' : 'with its conflict resolved'}${sayAllHeldBelow(run, [event.task]).replace(/^ /, '; ')}`
    case 'landing-started':
      return `${event.tasks.join(', ')}  being checked${event.tasks.length > 1 ? ' together' : ''}`
    case 'check-ended':
      return event.passed && !event.again ? null : sayCheck(event)
    case 'resolve-needed':
      return `${event.task}  ${sayTrouble(event.trouble)}; an agent tries to fix that`
    case 'review-needed':
      return `${event.task}  needs you: ${sayTrouble(event.trouble)}`
    case 'task-sent-back':
      return `${event.task}  sent back: ${event.why}`
    case 'task-stuck':
      return `${event.task}  needs you: ${sayStuck(event.why)}`
    case 'question-asked':
      return `${event.task}  asks: ${event.question.decision}`
    case 'guidance-given':
      return `${event.task}  guidance: ${event.text}`
    case 'guidance-delivered':
      return `${event.task}  has your message`
    case 'permission-decided':
      return `${event.task}  ${event.allowed ? 'allowed' : 'denied'}${event.why === null ? '' : `: ${event.why}`}`
    case 'condition-changed': {
      // The question was printed when it was asked.
      if (event.condition.is === 'question') return null
      const condition = sayCondition(event.condition, event.at)
      return condition === null ? null : `${event.task}  ${condition}`
    }
    case 'progress-reported':
      return `${event.task}  ${event.status}: ${event.note}`
    case 'budget-changed':
      return `${event.task ?? 'the run'} may spend ${event.usd === null ? 'without limit' : formatUsd(event.usd)}`
    case 'collision-found':
      return `${event.tasks.join(' and ')}  will collide in ${firstFew(event.files)}`
    case 'collision-gone':
      return `${event.tasks.join(' and ')}  no longer collide`
    case 'retry-scheduled':
      return `${event.task}  failed: ${lastFailure(run, event.task)}; retry in ${formatDuration((event.retryAt - event.at) / 1000)}`
    case 'task-failed':
      return `${event.task}  failed: ${sayFailure(event.failure)}`
    case 'tasks-skipped':
      return `${event.tasks.join(', ')}  skipped: ${saySkip(event.because)}`
    case 'task-cancelled':
      return `${event.task}  cancelled`
    case 'tasks-added':
      return `${event.tasks.map((task) => task.id).join(', ')}  added${event.by ? ` by ${event.by}` : ''}`
    case 'tasks-reset':
      return `${event.tasks.join(', ')}  will be retried`
    case 'task-approved':
      return `${event.task}  approved`
    case 'priority-changed':
      return `${event.task}  priority ${event.priority}`
    case 'task-changed':
      return `${event.task}  changed: ${sayChange(event.change)}`
    case 'run-paused':
      return 'paused: nothing new starts'
    case 'run-unpaused':
      return 'going on'
    case 'agents-changed':
      return `at most ${sayCount(event.agents, 'agent')} at once`
    case 'batch-paused':
      return `batch ${event.batch + 1} paused: nothing new of it starts`
    case 'hindrance-met':
      return `${sayHindrance(event.hindrance)}: nothing new starts, and Conductor keeps retrying (${event.hindrance.detail})`
    case 'hindrance-gone':
      return 'the machine no longer blocks the run'
    case 'batch-unpaused':
      return `batch ${event.batch + 1} resumed`
    case 'run-cancelled':
      return 'cancelled: stopping the working tasks'
    case 'run-ended':
      return `run ${event.run} ${sayEnd(event.status, run.counts, run.plan.tasks.length)}`
    case 'coordinator-stopping':
      return 'stopping; press Ctrl-C again to stop at once'
    case 'coordinator-stopped':
      return `run ${event.run} stopped`
    case 'run-started':
    case 'coordinator-started':
    case 'worker-started':
    case 'worktree-opened':
    case 'worktree-released':
    case 'landing-queued':
    case 'work-resealed':
    case 'files-touched':
    case 'conversation-started':
    case 'usage-reported':
      return null
  }
}

function sayBeginning({ onTopOf }: Run, { base, from }: Event & { type: 'target-opened' }): string {
  if (onTopOf?.commit === base) return ` (on top of run ${onTopOf.run})`
  return from === null ? '' : ` (${from})`
}

function sayCheck({ tasks, check, passed, log }: Event & { type: 'check-ended' }): string {
  if (passed) return `${tasks.join(', ')}  the check passed on the second try: ${check}`
  return `${tasks.join(', ')}  the check failed: ${check} (${log})`
}

export const clockTime = (at: number): string => new Date(at).toTimeString().slice(0, 8)

function lastOutcome(run: Run, task: TaskId): Outcome | undefined {
  const attempt = run.attemptsOf.get(task)?.at(-1)
  return attempt === undefined ? undefined : run.attempts.get(attempt)?.ended?.outcome
}

const toPush = (run: Run, task: TaskId): readonly string[] =>
  (deliveryOf(run, task)?.unpublished ?? []).map(sayUnpublished)

function tookTime(run: Run, task: TaskId): string {
  const outcome = lastOutcome(run, task)
  return outcome && outcome.is !== 'lost'
    ? ` in ${formatDuration(outcome.profile.wallSeconds)}`
    : ''
}

function lastFailure(run: Run, task: TaskId): string {
  const outcome = lastOutcome(run, task)
  return outcome?.is === 'failed' ? sayFailure(outcome.failure) : 'no outcome'
}
