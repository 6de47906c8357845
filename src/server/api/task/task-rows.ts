/** A task in one line, for lists. */
import { columnOf, type Column } from '../../../core/ask/board-columns.ts'
import { laneOf } from '../../../core/plan/lanes.ts'
import { batchOf, stateAt, taskAt, type Run } from '../../../core/run/run.ts'
import { taskSpending } from '../../../core/report/spending.ts'
import { standingOf, type Sight, type StandingWord } from '../../../core/report/task-standing.ts'
import type { TaskStatus } from '../../../core/run/task-state.ts'
import { waitingTasks } from '../../../core/schedule/why-waiting.ts'

export interface TaskRow {
  readonly id: string
  readonly name: string
  readonly status: TaskStatus
  readonly column: Column
  readonly since: string
  readonly word: StandingWord
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
  /** Must be part of the id or the name. */
  readonly words: string | null
  /** The index in the plan to begin at. */
  readonly from: number
  readonly limit: number
}

/** next: the index in the plan to continue from; null: there are no more tasks. */
export function taskRows(
  run: Run,
  wanted: TasksWanted,
  sight: Sight,
): { readonly tasks: readonly TaskRow[]; readonly next: number | null } {
  const places = placesOf(run, wanted)
  const shown = places.slice(0, wanted.limit)
  const isWaiting = shown.some((i) => stateAt(run, i).is === 'waiting')
  const waits = isWaiting ? waitingTasks(run, sight.now) : new Map()
  return {
    tasks: shown.map((i) => rowOf(run, i, { ...sight, waits })),
    next: places[wanted.limit] ?? null,
  }
}

/** Returns one more than the limit when there is one, to tell whether there is another page. */
function placesOf(run: Run, { status, words, from, limit }: TasksWanted): readonly number[] {
  const places: number[] = []
  const query = words?.toLowerCase() ?? ''
  for (let i = from; i < run.plan.tasks.length && places.length <= limit; i++) {
    const { id, name } = taskAt(run, i)
    const isMeant = status?.has(stateAt(run, i).is) ?? true
    if (isMeant && `${id}\n${name}`.toLowerCase().includes(query)) places.push(i)
  }
  return places
}

function rowOf(run: Run, i: number, sight: Sight): TaskRow {
  const task = taskAt(run, i)
  const state = stateAt(run, i)
  const { since, word, says } = standingOf(run, task.id, sight)
  return {
    id: task.id,
    name: task.name,
    status: state.is,
    column: columnOf(state),
    since: new Date(since).toISOString(),
    word,
    says: says || null,
    batch: batchOf(run, task.id) + 1,
    lane: laneOf(task),
    priority: task.priority,
    dependencies: task.dependencies,
    attempts: run.attemptsOf.get(task.id)?.length ?? 0,
    cost_usd: taskSpending(run, task.id).cost_usd,
  }
}
