/** Checks what each task comes after: every name must exist, and there must be no circles. */
import { complain, type Complaint, type Path } from '../yaml-file/problem.ts'
import { findCycles } from './cycles.ts'
import type { ExecutionOrder } from './execution-order.ts'
import { repeated, type Mention, type NamedTasks } from './named-tasks.ts'

/** The part of a task that its place in the plan needs; it can be read even when the rest is wrong. */
export interface TaskSketch {
  readonly id: string
  readonly path: Path
  readonly dependencies: readonly Mention[]
  /** Tasks that may work at the same time, and tasks that may not. */
  readonly together: readonly Mention[]
  readonly apart: readonly Mention[]
}

export function checkDependencies(task: TaskSketch, tasks: NamedTasks): readonly Complaint[] {
  const { id, dependencies } = task
  const unknown = dependencies.filter((mention) => !tasks.has(mention.id))
  return [
    ...unknown.map((m) =>
      tasks.unknown(m, `task "${id}" comes after "${m.id}", which is not a task`),
    ),
    ...dependencies
      .filter((mention) => mention.id === id)
      .map(({ path }) => complain(path, `task "${id}" comes after itself`, 'remove it here')),
    ...repeated(dependencies).map((mention) =>
      complain(mention.path, `task "${id}" names "${mention.id}" twice`, 'keep one of the two'),
    ),
  ]
}

/** One complaint for each knot of tasks that wait for each other. */
export function checkCycles(
  tasks: readonly TaskSketch[],
  order: ExecutionOrder,
): readonly Complaint[] {
  const positions = new Map(tasks.map(({ id }, i) => [id, i] as const))
  const graph = tasks.map((task) => targetsOf(task, order, positions))
  return findCycles(graph).map((cycle) =>
    sayCycle(
      cycle.map((i) => tasks[i]!),
      order,
    ),
  )
}

function targetsOf(
  { id, dependencies }: TaskSketch,
  order: ExecutionOrder,
  positions: ReadonlyMap<string, number>,
): readonly number[] {
  const named = [...dependencies.map((mention) => mention.id), ...(order.after.get(id)?.ids ?? [])]
  return named.flatMap((name) => (name === id ? [] : (positions.get(name) ?? [])))
}

function sayCycle(cycle: readonly TaskSketch[], order: ExecutionOrder): Complaint {
  const [first, second] = [cycle[0]!, cycle[1]!]
  const names = [...cycle, first].map(({ id }) => id).join(' -> ')
  const written = first.dependencies.find(({ id }) => id === second.id)
  const path = written?.path ?? order.after.get(first.id)?.path ?? first.path
  return complain(path, `these tasks wait for each other: ${names}`, hintFor(cycle, order))
}

function hintFor(cycle: readonly TaskSketch[], order: ExecutionOrder): string {
  const pairs = cycle.map((task, i) => [task, cycle[(i + 1) % cycle.length]!] as const)
  const ordered = pairs.find(([task, before]) => !isWritten(task, before))
  if (ordered === undefined || order.after.size === 0) return 'remove one of these dependencies'
  return `execution_order puts "${ordered[1].id}" before "${ordered[0].id}"; one of them must give way`
}

const isWritten = (task: TaskSketch, before: TaskSketch): boolean =>
  task.dependencies.some(({ id }) => id === before.id)
