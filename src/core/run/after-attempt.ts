/** What becomes true of a task when an attempt at it has ended: S6, S7, and the way to landing. */
import { maskOutcome } from '../agent/mask-sign.ts'
import { skipBehind } from './behind.ts'
import { unaskedAreas } from '../agent/ask-first.ts'
import { overBudget } from '../agent/budget.ts'
import type { Delivery, Trouble } from '../landing/delivery.ts'
import type { Fact, RunStatus } from './event.ts'
import { NO_PROFILE, type Failure, type Outcome } from './failure.ts'
import { pendingGuidance } from '../agent/guidance.ts'
import type { Question } from '../agent/sign.ts'
import type { TaskId } from '../value/ids.ts'
import { DEFAULT_RETRY, isWorthRetrying, retryDelay } from './retry.ts'
import {
  attemptsAt,
  lostBefore,
  nothingLeft,
  purposeOf,
  stateOf,
  taskOf,
  type Attempt,
  type Run,
} from './run.ts'
import { firstFew } from '../say/say-wait.ts'
import type { Stuck } from './stuck.ts'
import { aimOf } from './task-state.ts'

export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number
  /** In [0, 1). */
  readonly chance: number
}

/** How an attempt ended, and what it left in git. */
export interface AttemptEnd {
  readonly outcome: Outcome
  readonly delivery: Delivery | null
  /** All that it changes; a delivery names only the first of them. */
  readonly files: readonly string[]
  /** Files of a merge that still have its marks in them. */
  readonly unresolved: readonly string[]
  /** Left out, because git ignores them by rules that came with the attempt. Absent: nothing. */
  readonly hidden?: readonly string[]
  /** It has not begun: what it would stand on cannot be merged, so it waits until that has landed. */
  readonly untilLanded?: true
}

/** Where there is no git, or nothing in it. */
export const withoutDelivery = (outcome: Outcome): AttemptEnd => ({
  outcome,
  delivery: null,
  files: [],
  unresolved: [],
})

/** Whoever asks and ends its turn is not done, whatever it says by its end; a trouble is still a trouble. */
export function endAsking(
  end: Extract<Outcome, { is: 'succeeded' | 'failed' }>,
  question: Question,
): Outcome {
  const isItsOwn = end.is === 'succeeded' || end.failure.is === 'exit'
  return isItsOwn ? { is: 'asked', question, profile: end.profile } : end
}

/** An attempt that breaks instead of ending has failed, and may be made again. */
export function brokenOff(error: unknown): AttemptEnd {
  const reason = error instanceof Error ? error.message : String(error)
  const failure: Failure = { is: 'cannot-start', reason, passing: true }
  return withoutDelivery({ is: 'failed', failure, profile: NO_PROFILE, lastLines: [] })
}

/**
 * What fails while the machine is in the way says nothing about the task: a command may just have found no room
 * for its file. It counts as cut off, and is made again.
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
  const { delivery } = end
  const outcome = maskOutcome(end.outcome)
  const left = delivery === null ? {} : { delivery }
  const putOff = end.untilLanded === undefined ? {} : { untilLanded: end.untilLanded }
  const ended: Fact = {
    type: 'attempt-ended',
    task,
    attempt: attempt.id,
    outcome,
    ...left,
    ...putOff,
  }
  const gone = lostBefore(run, task)
  if (outcome.is === 'cancelled' || isCancelled(run, task, outcome))
    return [ended, { type: 'task-cancelled', task }, ...skipBehind(run, task)]
  if (gone !== null) return [ended, ...skippedWith(run, task, gone)]
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
 * Whoever asked for it was told that it will be: also when it was being stopped for something else, or ended
 * by itself in that moment. Only what is done in place counts, because nothing could take it back.
 */
const isCancelled = (run: Run, task: TaskId, outcome: Outcome): boolean =>
  run.stopAsked.get(task) === 'cancelled' &&
  (outcome.is !== 'succeeded' || run.settings.isolation === 'worktree')

/** A person has said something that its agent has not heard: it is not done before that. A command cannot hear. */
const goesOn = (run: Run, task: TaskId): boolean =>
  !run.cancelled &&
  run.stopAsked.get(task) !== 'cancelled' &&
  pendingGuidance(run, task).length > 0 &&
  (taskOf(run, task).work.is === 'prompt' || aimOf(purposeOf(run, task)).is === 'resolve')

/** V12: before another turn begins, also when the last one has ended by itself. */
function held(run: Run, task: TaskId): readonly Fact[] {
  const over = overBudget(run, task)
  // Of a run that has spent its budget nothing starts anyway.
  return over?.of === 'task' ? [stuckOn(run, task, { is: 'budget', ...over })] : []
}

const stuckOn = (run: Run, task: TaskId, why: Stuck): Fact =>
  run.cancelled ? { type: 'task-cancelled', task } : { type: 'task-stuck', task, why }

/** The limit may have been raised while it was being stopped: then it goes on. */
function afterOverspending(run: Run, task: TaskId): readonly Fact[] {
  const over = overBudget(run, task)
  if (over !== null) return [stuckOn(run, task, { is: 'budget', ...over })]
  return run.cancelled ? [{ type: 'task-cancelled', task }] : []
}

/** null while something is still to be done. */
export function endOfRun(run: Run): Fact | null {
  if (!nothingLeft(run) || run.ended !== null) return null
  return { type: 'run-ended', status: statusOf(run) }
}

function statusOf(run: Run): RunStatus {
  if (run.cancelled) return 'cancelled'
  return run.counts.landed === run.plan.tasks.length ? 'completed' : 'failed'
}

function afterSuccess(
  run: Run,
  task: TaskId,
  { delivery, files, unresolved, hidden = [] }: AttemptEnd,
): readonly Fact[] {
  if (run.settings.isolation === 'none') return [{ type: 'task-landed', task, commit: null }]
  const aim = aimOf(purposeOf(run, task))
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

/** A command may be there for what it prints; of an agent somebody expected something. */
function landEmpty(run: Run, task: TaskId): readonly Fact[] {
  const landed: Fact = { type: 'task-landed', task, commit: run.target!.tip }
  if (taskOf(run, task).work.is === 'command') return [landed]
  const what = 'its agent ended well, but has changed nothing'
  return [{ type: 'noticed', about: task, what }, landed]
}

/** In a stack: what it stands on has not landed, so whatever it came to, it cannot either. */
function skippedWith(run: Run, task: TaskId, dependency: TaskId): readonly Fact[] {
  const because = { is: 'dependency', task: dependency } as const
  return [{ type: 'tasks-skipped', tasks: [task], because }, ...skipBehind(run, task)]
}

const marksIn = (files: readonly string[]): Trouble => ({
  is: 'broken',
  reason: `the marks of an unfinished merge are left in ${firstFew(files)}`,
  marks: files,
})

const isIgnoreFile = (file: string): boolean => /(^|\/)\.gitignore$/.test(file)

/** It may be what was wanted; or all the work is missing. */
const onlyRules = (hidden: readonly string[]): Trouble => ({
  is: 'broken',
  reason: `it has changed nothing but what git ignores (.gitignore), and what it made is ignored by that: ${firstFew(hidden)}`,
})

function afterFailure(
  run: Run,
  { task }: Attempt,
  { outcome, delivery, unresolved }: AttemptEnd & { outcome: { is: 'failed' } },
  moment: Moment,
): readonly Fact[] {
  const { failure, lastLines } = outcome
  const aim = aimOf(purposeOf(run, task))
  if (aim.is === 'resolve' && failure.is !== 'rate-limited' && !run.cancelled)
    return [{ type: 'review-needed', task, trouble: aim.trouble }]
  const retryAt = whenToRetry(run, task, failure, moment)
  const isHeld = retryAt === null ? [] : held(run, task)
  if (isHeld.length > 0) return isHeld
  if (retryAt !== null) return [{ type: 'retry-scheduled', task, retryAt }]
  // It ended over a merge or rebase that it had begun: what it made is there, and somebody has to resolve it.
  if (delivery !== null && unresolved.length > 0 && !run.cancelled)
    return [{ type: 'review-needed', task, trouble: marksIn(unresolved) }]
  return [{ type: 'task-failed', task, failure, lastLines }, ...skipBehind(run, task)]
}

function whenToRetry(
  run: Run,
  task: Attempt['task'],
  failure: Failure,
  moment: Moment,
): number | null {
  const said = taskOf(run, task).retry
  const policy = said ?? DEFAULT_RETRY
  const { now, chance } = moment
  if (run.cancelled) return null
  if (failure.is === 'rate-limited') {
    const usual = now + retryDelay(policy, limitedInARow(run, task) + 1, chance) * 1000
    return Math.max(usual, Math.min(failure.until ?? 0, now + LONGEST_LIMIT))
  }
  const state = stateOf(run, task)
  const tries = state.is === 'working' ? state.tries : policy.maxAttempts
  if (tries >= policy.maxAttempts || !isWorthRetrying(failure, said)) return null
  return now + retryDelay(policy, tries, chance) * 1000
}

/** No try is used up by them, so they are counted apart: nobody is asked every few seconds for ever. */
function limitedInARow(run: Run, task: TaskId): number {
  const ended = attemptsAt(run, task).flatMap(({ ended }) => ended?.outcome ?? [])
  const last = ended.findLastIndex(
    (one) => one.is !== 'failed' || one.failure.is !== 'rate-limited',
  )
  return ended.length - 1 - last
}

/** V4: a clock or a model may be wrong by years; to ask once a day costs nothing. */
const LONGEST_LIMIT = 24 * 60 * 60 * 1000
