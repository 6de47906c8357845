/** The content of a card. Each value stays the same object until it changes, so that React skips a card whose content is the same. */
import type { Changes } from '../../../../../src/core/landing/delivery.ts'
import {
  formatAge,
  formatDuration,
  formatEstimate,
} from '../../../../../src/core/value/duration.ts'
import type { LanePull } from '../../../../../src/core/forge/lane-pull.ts'
import type { AttemptId, TaskId } from '../../../../../src/core/value/ids.ts'
import { laneOf } from '../../../../../src/core/plan/lanes.ts'
import { formatCost } from '../../../../../src/core/value/money.ts'
import { oneLineOf } from '../../../../../src/core/text/plain-text.ts'
import type { Task } from '../../../../../src/core/plan/plan.ts'
import { deliveryOf, stateAt, taskAt, type Run } from '../../../../../src/core/run/run.ts'
import { secondsOfTask } from '../../../../../src/core/report/worker-results.ts'
import { taskSpending } from '../../../../../src/core/report/spending.ts'
import {
  standingOf,
  type Sight,
  type StandingWord,
} from '../../../../../src/core/report/task-standing.ts'
import type { TaskState } from '../../../../../src/core/run/task-state.ts'
import type { Explained } from '../explain.ts'

export interface CardFace {
  readonly id: TaskId
  readonly name: string
  readonly word: StandingWord
  /** The task stands still until a person acts. */
  readonly needsYou: boolean
  /** What happens, or why nothing does. */
  readonly note: string
  /** The task has just come to this column, so the card may be animated. */
  readonly arrived: boolean
  /** The branch of the task, or the lane that it will work in; empty: it works in place. */
  readonly worktree: string
  readonly agent: string
  readonly time: string
  /** What `time` means, such as "took". */
  readonly timeMeans: string
  readonly cost: string
  readonly added: number
  readonly removed: number
  readonly files: number
  /** The pull request of the lane; null: there is none. */
  readonly pull: LanePull | null
}

/** actions: the last action of each working attempt. openedAt: when the board was opened; a card that was there then has not arrived. */
export function faceOf(
  run: Run,
  card: number,
  explained: Explained,
  sight: Sight & {
    readonly actions?: ReadonlyMap<AttemptId, string>
    readonly openedAt?: number
  },
): CardFace {
  const task = taskAt(run, card)
  const state = stateAt(run, card)
  const { cost_usd, estimated_usd, agent, model } = taskSpending(run, task.id)
  const { word, says, since, worker } = standingOf(run, task.id, {
    ...sight,
    waits: explained.waits,
  })
  const [time, timeMeans] = timeOf(run, task, state, sight)
  return {
    id: task.id,
    name: oneLineOf(task.name),
    word,
    needsYou: explained.attention.has(task.id),
    note: says || actionOf(state, sight.actions),
    arrived: word !== 'waiting' && since > (sight.openedAt ?? 0) && sight.now - since < JUST_NOW,
    worktree: worktreeOf(run, task),
    agent: [worker && `agent ${worker}`, agent, model].filter((part) => part !== null).join(' '),
    time,
    timeMeans,
    cost: cost_usd === null || cost_usd === 0 ? '' : formatCost(cost_usd, estimated_usd),
    ...sizeOf(changesOf(run, task, state)),
    pull: run.pulls.get(laneOf(task)) ?? null,
  }
}

/** The condition or the report of an agent is shown before its last action. */
const actionOf = (state: TaskState, actions?: ReadonlyMap<AttemptId, string>): string =>
  (state.is === 'working' && actions?.get(state.attempt)) || ''

/** Milliseconds. */
const JUST_NOW = 2000

const worktreeOf = (run: Run, task: Task): string => {
  if (run.settings.isolation === 'none') return ''
  const lane = laneOf(task)
  return run.worktrees.get(lane)?.branch ?? lane
}

/** While no coordinator conducts the run, no clock counts. */
function timeOf(
  run: Run,
  { id, estimate }: Task,
  state: TaskState,
  { now, isConducted }: Sight,
): readonly [time: string, means: string] {
  if (!isConducted && state.is !== 'waiting') return timeTaken(run, id)
  switch (state.is) {
    case 'waiting':
      return estimate.from === 'default'
        ? ['', '']
        : [`~${formatEstimate(estimate.seconds)}`, 'expected to take']
    case 'working':
      return [formatAge(state.since, now), 'works for']
    case 'stuck':
    case 'landing':
    case 'review':
      return [formatAge(state.since, now), 'in this state for']
    case 'landed':
    case 'failed':
    case 'skipped':
    case 'cancelled':
      return timeTaken(run, id)
  }
}

/** The same figure as in the summary of the run. */
function timeTaken(run: Run, id: TaskId): readonly [time: string, means: string] {
  const seconds = secondsOfTask(run, id)
  return seconds === 0 ? ['', ''] : [formatDuration(seconds), 'took']
}

const changesOf = (run: Run, { id }: Task, state: TaskState): Changes | null =>
  state.is === 'working'
    ? (run.touched.get(id)?.changes ?? null)
    : (deliveryOf(run, id)?.changes ?? null)

const sizeOf = (changes: Changes | null): Pick<CardFace, 'added' | 'removed' | 'files'> => ({
  added: changes?.linesAdded ?? 0,
  removed: changes?.linesDeleted ?? 0,
  files: changes === null ? 0 : changes.filesCreated + changes.filesChanged,
})
