/** What becomes true of a task when an attempt at it has ended: S6, S7, and the way to landing. */
import { errorMessage } from '../text/error-message.ts'
import { maskOutcome } from '../agent/mask-sign.ts'
import { skipDependents } from './dependent-tasks.ts'
import { unaskedAreas } from '../agent/ask-first.ts'
import { overBudget } from '../agent/budget.ts'
import type { Delivery, Trouble } from '../landing/delivery.ts'
import type { Fact, RunStatus } from './event.ts'
import { NO_PROFILE, type Failure, type Outcome } from './failure.ts'
import { pendingGuidance } from '../agent/guidance.ts'
import type { Question } from '../agent/sign.ts'
import type { TaskId } from '../value/ids.ts'
import { decideRetry, type Moment } from './decide-retry.ts'
import { putBackAfter } from './put-back.ts'
import { lostBefore, nothingLeft, purposeOf, taskOf, type Attempt, type Run } from './run.ts'
import { firstFew } from '../say/say-wait.ts'
import type { Stuck } from './stuck.ts'
import { aimOf } from './task-state.ts'

/** How an attempt ended, and what it left in git. */
export interface AttemptEnd {
  readonly outcome: Outcome
  readonly delivery: Delivery | null
  /** All files that the attempt changed; the delivery names only the first of them. */
  readonly files: readonly string[]
  /** Files that still have conflict marks of a merge. */
  readonly unresolved: readonly string[]
  /** Files left out of the delivery, because git ignores them by rules that the attempt brought. Absent: none. */
  readonly hidden?: readonly string[]
  /** The attempt did not begin: the deliveries below it cannot be merged, so the task waits until they have landed. */
  readonly untilLanded?: true
}

/** For a run without git, or an attempt that left nothing in it. */
export const withoutDelivery = (outcome: Outcome): AttemptEnd => ({
  outcome,
  delivery: null,
  files: [],
  unresolved: [],
})

/** An agent that asks and ends its turn is not done, whatever its exit code; other failures still count. */
export function endAsking(
  end: Extract<Outcome, { is: 'succeeded' | 'failed' }>,
  question: Question,
): Outcome {
  const isItsOwn = end.is === 'succeeded' || end.failure.is === 'exit'
  return isItsOwn ? { is: 'asked', question, profile: end.profile } : end
}

/** An attempt that throws instead of ending has failed, and may be retried. */
export function brokenOff(error: unknown): AttemptEnd {
  const failure: Failure = { is: 'cannot-start', reason: errorMessage(error), passing: true }
  return withoutDelivery({ is: 'failed', failure, profile: NO_PROFILE, lastLines: [] })
}

/**
 * A failure while the machine hinders the run says nothing about the task: its command may just have found no room for
 * a file. The attempt counts as lost, and the task is tried again.
 */
export function whileHindered(end: AttemptEnd): AttemptEnd {
  const { outcome } = end
  const isBlamed = outcome.is === 'failed' && BY_MACHINE.has(outcome.failure.is)
  return isBlamed ? { ...end, outcome: { is: 'lost' } } : end
}

const BY_MACHINE: ReadonlySet<Failure['is']> = new Set([
  'exit',
  'signal',
  'cannot-start',
  'setup',
  'gave-up',
  'cannot-keep',
])

export function afterAttempt(
  run: Run,
  attempt: Attempt,
  end: AttemptEnd,
  moment: Moment,
): readonly Fact[] {
  const { task } = attempt
  const delivery = sentBackAgain(run, task, end)?.delivery ?? end.delivery
  const outcome = maskOutcome(end.outcome)
  const leftDelivery = delivery === null ? {} : { delivery }
  const waitForLanding = end.untilLanded === undefined ? {} : { untilLanded: end.untilLanded }
  const ended: Fact = {
    type: 'attempt-ended',
    task,
    attempt: attempt.id,
    outcome,
    ...leftDelivery,
    ...waitForLanding,
  }
  const lostDependency = lostBefore(run, task)
  if (outcome.is === 'cancelled' || isCancelled(run, task, outcome))
    return [ended, { type: 'task-cancelled', task }, ...skipDependents(run, task)]
  if (lostDependency !== null) return [ended, ...skippedWith(run, task, lostDependency)]
  switch (outcome.is) {
    case 'succeeded':
      return [ended, ...(goesOn(run, task) ? held(run, task) : afterSuccess(run, task, end))]
    case 'failed':
      return [ended, ...afterFailure(run, attempt, { ...end, outcome }, moment)]
    case 'asked':
      if (goesOn(run, task)) return [ended, ...held(run, task)]
      return [ended, stuckOn(run, task, { is: 'question', question: outcome.question })]
    case 'over-budget':
      return [ended, ...afterOverspending(run, task)]
    case 'preempted':
    case 'lost':
      return run.cancelled ? [ended, { type: 'task-cancelled', task }] : [ended]
  }
}

/**
 * The person who cancelled the task was told that it will be cancelled. That holds even if the attempt was being stopped
 * for another reason, or ended by itself at that moment. Only work done in place counts as done, because it cannot be
 * undone.
 */
const isCancelled = (run: Run, task: TaskId, outcome: Outcome): boolean =>
  run.stopAsked.get(task) === 'cancelled' &&
  (outcome.is !== 'succeeded' || run.settings.isolation === 'worktree')

/** A person gave guidance that the agent has not heard, so the task is not done. A command cannot hear guidance. */
const goesOn = (run: Run, task: TaskId): boolean =>
  !run.cancelled &&
  run.stopAsked.get(task) !== 'cancelled' &&
  pendingGuidance(run, task).length > 0 &&
  (taskOf(run, task).work.is === 'prompt' || aimOf(purposeOf(run, task)).is === 'resolve')

/** V12: the budget is checked before another turn begins, also when the last turn ended by itself. */
function held(run: Run, task: TaskId): readonly Fact[] {
  const over = overBudget(run, task)
  // When the run has used up its budget, nothing starts anyway.
  return over?.of === 'task' ? [stuckOn(run, task, { is: 'budget', ...over })] : []
}

const stuckOn = (run: Run, task: TaskId, why: Stuck): Fact =>
  run.cancelled ? { type: 'task-cancelled', task } : { type: 'task-stuck', task, why }

/** The limit may have been raised while the attempt was being stopped; then the task goes on. */
function afterOverspending(run: Run, task: TaskId): readonly Fact[] {
  const over = overBudget(run, task)
  if (over !== null) return [stuckOn(run, task, { is: 'budget', ...over })]
  return run.cancelled ? [{ type: 'task-cancelled', task }] : []
}

/** null while tasks are left to do. */
export function endOfRun(run: Run): Fact | null {
  if (!nothingLeft(run) || run.ended !== null) return null
  return { type: 'run-ended', status: statusOf(run) }
}

function statusOf(run: Run): RunStatus {
  if (run.cancelled) return 'cancelled'
  return run.counts.landed === run.plan.tasks.length ? 'completed' : 'failed'
}

function afterSuccess(run: Run, task: TaskId, end: AttemptEnd): readonly Fact[] {
  const { delivery, files, unresolved, hidden = [] } = end
  if (run.settings.isolation === 'none') return [{ type: 'task-landed', task, commit: null }]
  const aim = aimOf(purposeOf(run, task))
  const before = sentBackAgain(run, task, end)
  if (before !== null) return standsAgain(task, before.trouble, unresolved)
  if (aim.is === 'resolve' && (delivery === null || unresolved.length > 0))
    return [{ type: 'review-needed', task, trouble: aim.trouble }]
  if (delivery === null) return landEmpty(run, task)
  if (unresolved.length > 0) return [{ type: 'review-needed', task, trouble: marksIn(unresolved) }]
  if (hidden.length > 0 && files.every(isIgnoreFile))
    return [{ type: 'review-needed', task, trouble: onlyRules(hidden) }]
  const seen = run.touched.get(task)?.files ?? []
  const areas = unaskedAreas(run, task, [...seen, ...files])
  if (areas.length > 0) return [{ type: 'review-needed', task, trouble: { is: 'unasked', areas } }]
  if (run.settings.review && aim.is !== 'resolve')
    return [{ type: 'review-needed', task, trouble: { is: 'approval' } }]
  return [{ type: 'landing-queued', task }]
}

/** A command may be run only for what it prints; an agent was expected to change something. */
function landEmpty(run: Run, task: TaskId): readonly Fact[] {
  const landed: Fact = { type: 'task-landed', task, commit: run.target!.tip }
  if (taskOf(run, task).work.is === 'command') return [landed]
  const what = 'its agent ended well, but has changed nothing'
  return [{ type: 'noticed', about: task, what }, landed]
}

/** In a stack: a task below has not landed, so this one cannot land either, however its attempt ended. */
function skippedWith(run: Run, task: TaskId, dependency: TaskId): readonly Fact[] {
  const because = { is: 'dependency', task: dependency } as const
  return [{ type: 'tasks-skipped', tasks: [task], because }, ...skipDependents(run, task)]
}

/** What a person sent back after trouble stands again as it was: its agent left the merge unresolved. */
function sentBackAgain(
  run: Run,
  task: TaskId,
  end: AttemptEnd,
): { readonly delivery: Delivery; readonly trouble: Trouble } | null {
  const purpose = purposeOf(run, task)
  const aim = aimOf(purpose)
  const delivery = putBackAfter(purpose, end)
  if (aim.is !== 'redo' || aim.trouble === undefined || delivery === null) return null
  return { delivery, trouble: aim.trouble }
}

const standsAgain = (task: TaskId, trouble: Trouble, marks: readonly string[]): readonly Fact[] => [
  {
    type: 'noticed',
    about: task,
    what: `its agent left conflict markers in ${firstFew(marks)}: that is kept in rescue, and the delivery from before stands again`,
  },
  { type: 'review-needed', task, trouble },
]

const marksIn = (files: readonly string[]): Trouble => ({
  is: 'broken',
  reason: `conflict markers are left in ${firstFew(files)}`,
  marks: files,
})

const isIgnoreFile = (file: string): boolean => /(^|\/)\.gitignore$/.test(file)

/** The user may have wanted only the ignore rules, or all the work is missing. */
const onlyRules = (hidden: readonly string[]): Trouble => ({
  is: 'broken',
  reason: `it has changed nothing but what git ignores (.gitignore), and what it made is ignored by that: ${firstFew(hidden)}`,
})

function afterFailure(
  run: Run,
  { task }: Attempt,
  end: AttemptEnd & { outcome: { is: 'failed' } },
  moment: Moment,
): readonly Fact[] {
  const { outcome, delivery, unresolved } = end
  const { failure, lastLines } = outcome
  const aim = aimOf(purposeOf(run, task))
  if (aim.is === 'resolve' && failure.is !== 'rate-limited' && !run.cancelled)
    return [{ type: 'review-needed', task, trouble: aim.trouble }]
  const retryAt = decideRetry(run, task, failure, moment)
  const isHeld = retryAt === null ? [] : held(run, task)
  if (isHeld.length > 0) return isHeld
  if (retryAt !== null) return [{ type: 'retry-scheduled', task, retryAt }]
  const before = sentBackAgain(run, task, end)
  if (before !== null && !run.cancelled) return standsAgain(task, before.trouble, unresolved)
  // The attempt ended in the middle of a merge or rebase: its work is there, and a person has to resolve it.
  if (delivery !== null && unresolved.length > 0 && !run.cancelled)
    return [{ type: 'review-needed', task, trouble: marksIn(unresolved) }]
  return [{ type: 'task-failed', task, failure, lastLines }, ...skipDependents(run, task)]
}
