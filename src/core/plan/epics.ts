/** The epics of a run: what follows for each of them from its tasks. */
import { stateOf, type Run } from '../run/run.ts'
import { isLost, isOver } from '../run/task-state.ts'
import type { Task } from './plan.ts'

/** In the form that other programs know. */
export interface EpicDocument {
  readonly name: string
  /** The priority of its most urgent task; 1 is the most urgent. */
  readonly priority: number
  readonly status: 'pending' | 'in_progress' | 'completed' | 'failed'
  /** Epics with tasks that its own depend on. */
  readonly depends_on: readonly string[]
  readonly domain: string | null
  readonly tasks: number
  readonly landed: number
}

/** In the order of their names. The view `epics` of the store says the same. */
export function epicsOf(run: Run): readonly EpicDocument[] {
  const epicOf = new Map(run.plan.tasks.map(({ id, epic }) => [id, epic]))
  const byEpic = Map.groupBy(
    run.plan.tasks.filter(({ epic }) => epic !== null),
    ({ epic }) => epic!,
  )
  return [...byEpic]
    .map(([name, tasks]) => {
      const before = tasks.flatMap((task) => task.dependencies.map((id) => epicOf.get(id) ?? null))
      const others = before.filter((epic): epic is string => epic !== null && epic !== name)
      return { ...figuresOf(run, tasks), name, depends_on: [...new Set(others)].toSorted() }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function figuresOf(run: Run, tasks: readonly Task[]) {
  const states = tasks.map(({ id }) => stateOf(run, id))
  const landed = states.filter(({ is }) => is === 'landed').length
  const domains = tasks.flatMap(({ domain }) => domain ?? []).toSorted()
  const status = states.every(isOver)
    ? states.some(({ is }) => isLost(is))
      ? 'failed'
      : 'completed'
    : states.some(({ is }) => is !== 'waiting')
      ? 'in_progress'
      : 'pending'
  return {
    priority: Math.min(...tasks.map((task) => task.priority)),
    status,
    domain: domains.at(-1) ?? null,
    tasks: tasks.length,
    landed,
  } as const
}
