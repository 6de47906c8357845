/** A task in one line, for lists. */
import { columnOf, type Column } from '../../../core/ask/board.ts'
import { laneOf } from '../../../core/plan/lanes.ts'
import type { Task } from '../../../core/plan/plan.ts'
import type { Run } from '../../../core/run/run.ts'
import { sayFailure, saySkip } from '../../../core/say/say-failure.ts'
import { sayStuck } from '../../../core/say/say-stuck.ts'
import { sayTrouble } from '../../../core/say/say-trouble.ts'
import { sayWait } from '../../../core/say/say-wait.ts'
import { taskSpending } from '../../../core/report/spending.ts'
import type { TaskState, TaskStatus } from '../../../core/run/task-state.ts'
import { waitingTasks, type Wait } from '../../../core/schedule/why-waiting.ts'

export interface TaskRow {
  readonly id: string
  readonly name: string
  readonly status: TaskStatus
  readonly column: Column
  readonly since: string
  readonly says: string | null
  readonly batch: number
  readonly lane: string
  readonly priority: number
  readonly dependencies: readonly string[]
  readonly attempts: number
  readonly cost_usd: number | null
}

export interface TasksWanted {
  readonly status: ReadonlySet<TaskStatus> | null
  /** In the id or the name. */
  readonly words: string | null
  /** The place in the plan to begin at. */
  readonly from: number
  readonly limit: number
}

/** next: the place to go on from; null: there are no more. */
export function taskRows(
  run: Run,
  wanted: TasksWanted,
  now: number,
): { readonly tasks: readonly TaskRow[]; readonly next: number | null } {
  const places = placesOf(run, wanted)
  const shown = places.slice(0, wanted.limit)
  const isWaiting = shown.some((i) => run.states[i]!.is === 'waiting')
  const waits = isWaiting ? waitingTasks(run, now) : new Map()
  return {
    tasks: shown.map((i) => rowOf(run, i, (task) => sayState(run.states[i]!, task, waits, now))),
    next: places[wanted.limit] ?? null,
  }
}

/** One more than wanted, to know whether that is all. */
function placesOf(run: Run, { status, words, from, limit }: TasksWanted): readonly number[] {
  const places: number[] = []
  const said = words?.toLowerCase() ?? ''
  for (let i = from; i < run.plan.tasks.length && places.length <= limit; i++) {
    const { id, name } = run.plan.tasks[i]!
    const isMeant = status?.has(run.states[i]!.is) ?? true
    if (isMeant && `${id}\n${name}`.toLowerCase().includes(said)) places.push(i)
  }
  return places
}

function rowOf(run: Run, i: number, says: (task: Task) => string | null): TaskRow {
  const task = run.plan.tasks[i]!
  const state = run.states[i]!
  return {
    id: task.id,
    name: task.name,
    status: state.is,
    column: columnOf(state),
    since: new Date('since' in state ? state.since : state.at).toISOString(),
    says: says(task),
    batch: run.graph.batch[i]! + 1,
    lane: laneOf(task),
    priority: task.priority,
    dependencies: task.dependencies,
    attempts: run.attemptsOf.get(task.id)?.length ?? 0,
    cost_usd: taskSpending(run, task.id).cost_usd,
  }
}

function sayState(
  state: TaskState,
  { id }: Task,
  waits: ReadonlyMap<string, Wait>,
  now: number,
): string | null {
  switch (state.is) {
    case 'waiting':
      return sayWait(waits.get(id)!, now)
    case 'review':
      return sayTrouble(state.trouble)
    case 'stuck':
      return sayStuck(state.why)
    case 'failed':
      return sayFailure(state.failure)
    case 'skipped':
      return saySkip(state.because)
    case 'working':
    case 'landing':
    case 'landed':
    case 'cancelled':
      return null
  }
}
