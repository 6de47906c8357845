/** What a card shows: nothing but text and numbers, so that a card whose face is the same is left alone. */
import type { Changes } from '../../../../../src/core/landing/delivery.ts'
import { formatDuration } from '../../../../../src/core/value/duration.ts'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../../src/core/plan/lanes.ts'
import { formatCost } from '../../../../../src/core/value/money.ts'
import { plainText } from '../../../../../src/core/text/plain-text.ts'
import type { Task } from '../../../../../src/core/plan/plan.ts'
import { attemptsAt, deliveryOf, type Attempt, type Run } from '../../../../../src/core/run/run.ts'
import { sayAttention } from '../../../../../src/core/say/say-attention.ts'
import { sayFailure, saySkip } from '../../../../../src/core/say/say-failure.ts'
import { sayAim, sayPhase } from '../../../../../src/core/say/say-state.ts'
import { sayCondition, sayStuck } from '../../../../../src/core/say/say-stuck.ts'
import { sayTrouble } from '../../../../../src/core/say/say-trouble.ts'
import { sayWait } from '../../../../../src/core/say/say-wait.ts'
import { taskSpending } from '../../../../../src/core/report/spending.ts'
import type { TaskState, TaskStatus } from '../../../../../src/core/run/task-state.ts'
import type { Explained } from '../explain.ts'

export interface CardFace {
  readonly id: TaskId
  readonly name: string
  readonly status: TaskStatus
  /** It stands still until a person acts. */
  readonly needsYou: boolean
  /** Why it waits, what it does, what is wrong with it. */
  readonly note: string
  /** Its branch, or the lane that it will work in; empty: it works in place. */
  readonly worktree: string
  readonly agent: string
  readonly time: string
  /** What that time is. */
  readonly timeMeans: string
  readonly cost: string
  readonly added: number
  readonly removed: number
  readonly files: number
}

export function faceOf(run: Run, card: number, explained: Explained, now: number): CardFace {
  const task = run.plan.tasks[card]!
  const state = run.states[card]!
  const attempts = attemptsAt(run, task.id)
  const { cost_usd, estimated_usd, agent, model } = taskSpending(run, task.id)
  const [time, timeMeans] = timeOf(task, state, attempts.at(-1), now)
  return {
    id: task.id,
    name: oneLine(task.name),
    status: state.is,
    needsYou: explained.attention.has(task.id),
    note: oneLine(noteOf(run, card, explained, now)),
    worktree: worktreeOf(run, task),
    agent: [seatOf(state), agent, model].filter((part) => part !== null).join(' '),
    time,
    timeMeans,
    cost: cost_usd === null || cost_usd === 0 ? '' : formatCost(cost_usd, estimated_usd),
    ...sizeOf(changesOf(run, task, state)),
  }
}

const oneLine = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim()

function noteOf(run: Run, card: number, { waits, attention }: Explained, now: number): string {
  const { id } = run.plan.tasks[card]!
  const state = run.states[card]!
  const needed = attention.get(id)
  if (needed !== undefined && needed.kind !== 'task-failed') return sayAttention(needed, now)
  switch (state.is) {
    case 'waiting': {
      const wait = waits.get(id)
      const said = wait === undefined ? null : sayWait(wait, now)
      return [sayAim(state.purpose), said].filter((part) => part !== null).join(': ')
    }
    case 'working':
      return run.stopAsked.has(id)
        ? 'is being stopped'
        : workingNote(state, run.attempts.get(state.attempt)!, now)
    case 'stuck':
      return sayStuck(state.why)
    case 'landing':
      return sayPhase(state)
    case 'review':
      return sayTrouble(state.trouble)
    case 'failed':
      return [sayFailure(state.failure), state.lastLines.at(-1)].filter(Boolean).join(': ')
    case 'skipped':
      return saySkip(state.because)
    case 'landed':
    case 'cancelled':
      return ''
  }
}

function workingNote(
  { purpose }: TaskState & { is: 'working' },
  { condition, progress }: Attempt,
  now: number,
): string {
  return sayCondition(condition, now) ?? progress?.note ?? sayAim(purpose) ?? ''
}

const worktreeOf = (run: Run, task: Task): string => {
  if (run.settings.isolation === 'none') return ''
  const lane = laneOf(task)
  return run.worktrees.get(lane)?.branch ?? lane
}

/** The number of the agent at work, as in the terminal. */
const seatOf = (state: TaskState): string | null =>
  state.is === 'working' ? `agent ${state.worker}` : null

function timeOf(
  { estimate }: Task,
  state: TaskState,
  newest: Attempt | undefined,
  now: number,
): readonly [time: string, means: string] {
  switch (state.is) {
    case 'waiting':
      return estimate.from === 'default'
        ? ['', '']
        : [`~${formatDuration(estimate.seconds)}`, 'expected to take']
    case 'working':
      return [sinceThen(state.since, now), 'works for']
    case 'stuck':
    case 'landing':
    case 'review':
      return [sinceThen(state.since, now), 'stands so for']
    case 'landed':
    case 'failed':
    case 'skipped':
    case 'cancelled':
      return newest?.ended
        ? [formatDuration((newest.ended.at - newest.startedAt) / 1000), 'took']
        : ['', '']
  }
}

/** Whole seconds, as a clock shows them. */
const sinceThen = (since: number, now: number): string =>
  formatDuration(Math.max(0, Math.floor((now - since) / 1000)))

const changesOf = (run: Run, { id }: Task, state: TaskState): Changes | null =>
  state.is === 'working'
    ? (run.touched.get(id)?.changes ?? null)
    : (deliveryOf(run, id)?.changes ?? null)

const sizeOf = (changes: Changes | null): Pick<CardFace, 'added' | 'removed' | 'files'> => ({
  added: changes?.linesAdded ?? 0,
  removed: changes?.linesDeleted ?? 0,
  files: changes === null ? 0 : changes.filesCreated + changes.filesChanged,
})
