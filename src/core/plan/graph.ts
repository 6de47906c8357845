/** The shape of a plan: what comes before and after each task, the batches, and the longest chain behind each task. */
import type { TaskId } from '../value/ids.ts'
import type { Plan, Task, TaskChange } from './plan.ts'

/** Tasks are numbered by their place in the plan, so that 100,000 of them fit in typed arrays. */
export interface PlanGraph extends PlanOrder {
  /** Seconds from a task's start to the end of the longest chain behind it, its own estimate included. */
  readonly path: Float64Array
  /** A task is as urgent as the most urgent task that waits for it. */
  readonly priority: Uint8Array
}

/** The part of the graph that follows from the dependencies alone. */
interface PlanOrder {
  readonly indexOf: ReadonlyMap<TaskId, number>
  readonly before: readonly (readonly number[])[]
  readonly after: readonly (readonly number[])[]
  /** Every task stands behind all tasks it depends on. */
  readonly order: Int32Array
  /** The batch of each task: batch 0 depends on nothing, batch n on something in batch n - 1. */
  readonly batch: Int32Array
}

export const planGraph = (plan: Plan): PlanGraph => weighed(plan, planOrder(plan.tasks))

/** The graph after a change to one task; recomputes only what that change can affect. */
export function changedGraph(
  plan: Plan,
  graph: PlanGraph,
  task: number,
  change: TaskChange,
): PlanGraph {
  if (change.dependencies !== undefined) return weighed(plan, rewired(plan, graph, task))
  const isAsUrgent = change.priority === undefined && change.estimate === undefined
  return isAsUrgent ? graph : weighed(plan, graph)
}

/** The graph with the new dependencies of a task. The caller has made sure that the task never depends on itself. */
function rewired(
  plan: Plan,
  { indexOf, before: was, after: led }: PlanGraph,
  task: number,
): PlanOrder {
  const dependencies = plan.tasks[task]!.dependencies.map((id) => mustKnow(indexOf, id))
  const before = was.with(task, dependencies)
  const after = [...led]
  for (const d of was[task]!) after[d] = after[d]!.filter((next) => next !== task)
  for (const d of dependencies) after[d] = [...after[d]!, task].toSorted((a, b) => a - b)
  return ordered({ indexOf, before, after })
}

/** Computes paths and priorities on first use: of thousands of changes at once only the last result is needed. */
function weighed(plan: Plan, order: PlanOrder): PlanGraph {
  let path: PlanGraph['path'] | undefined
  let priority: PlanGraph['priority'] | undefined
  return {
    indexOf: order.indexOf,
    before: order.before,
    after: order.after,
    get order() {
      return order.order
    },
    get batch() {
      return order.batch
    },
    get path() {
      return (path ??= remainingPaths(plan, order.order, order.after))
    },
    get priority() {
      return (priority ??= inheritedPriorities(plan, order.order, order.after))
    },
  }
}

/** Computes order and batches on first use, too. */
function ordered({
  indexOf,
  before,
  after,
}: Pick<PlanOrder, 'indexOf' | 'before' | 'after'>): PlanOrder {
  let order: PlanOrder['order'] | undefined
  let batch: PlanOrder['batch'] | undefined
  const orderNow = (): PlanOrder['order'] => (order ??= topologicalOrder(before, after))
  return {
    indexOf,
    before,
    after,
    get order() {
      return orderNow()
    },
    get batch() {
      return (batch ??= batchesOf(orderNow(), before))
    },
  }
}

export function planOrder(tasks: readonly Pick<Task, 'id' | 'dependencies'>[]): PlanOrder {
  const indexOf = new Map(tasks.map((task, i) => [task.id, i]))
  const before = tasks.map((task) => task.dependencies.map((id) => mustKnow(indexOf, id)))
  const after = reversed(before)
  const order = topologicalOrder(before, after)
  return { indexOf, before, after, order, batch: batchesOf(order, before) }
}

/** The tasks of the longest chain of estimates, first to last: no run can be shorter. */
export function criticalPath(plan: Plan, graph: PlanGraph): readonly TaskId[] {
  const chain: TaskId[] = []
  let candidates: readonly number[] = plan.tasks.map((_, i) => i)
  while (candidates.length > 0) {
    const longest = candidates.reduce((a, b) => (graph.path[b]! > graph.path[a]! ? b : a))
    chain.push(plan.tasks[longest]!.id)
    candidates = graph.after[longest]!
  }
  return chain
}

export const batchCount = ({ batch }: PlanGraph): number =>
  batch.reduce((most, number) => Math.max(most, number + 1), 0)

/** The task ids of each batch, in plan order. */
export function batches(plan: Plan, graph: PlanGraph): readonly (readonly TaskId[])[] {
  const idsByBatch: TaskId[][] = []
  plan.tasks.forEach((task, i) => (idsByBatch[graph.batch[i]!] ??= []).push(task.id))
  return idsByBatch
}

/** Every task that cannot land without the given task, nearest first. */
export function allAfter(graph: PlanGraph, task: number): readonly number[] {
  const seen = new Set<number>([task])
  for (const i of seen) for (const next of graph.after[i]!) seen.add(next)
  seen.delete(task)
  return [...seen]
}

function mustKnow(indexOf: ReadonlyMap<TaskId, number>, id: TaskId): number {
  const index = indexOf.get(id)
  if (index === undefined) throw new Error(`plan names an unknown task: ${id}`)
  return index
}

function reversed(before: readonly (readonly number[])[]): number[][] {
  const after: number[][] = before.map(() => [])
  before.forEach((dependencies, i) => dependencies.forEach((d) => after[d]!.push(i)))
  return after
}

function topologicalOrder(
  before: readonly (readonly number[])[],
  after: readonly (readonly number[])[],
): Int32Array {
  const missing = Int32Array.from(before, (dependencies) => dependencies.length)
  const order = new Int32Array(before.length)
  let placed = 0
  missing.forEach((count, i) => count === 0 && (order[placed++] = i))
  for (let at = 0; at < placed; at++)
    for (const next of after[order[at]!]!) if (--missing[next]! === 0) order[placed++] = next
  if (placed < before.length) throw new Error('plan has a cycle')
  return order
}

function batchesOf(order: Int32Array, before: readonly (readonly number[])[]): Int32Array {
  const batch = new Int32Array(order.length)
  for (const i of order) for (const d of before[i]!) batch[i] = Math.max(batch[i]!, batch[d]! + 1)
  return batch
}

function remainingPaths(
  plan: Plan,
  order: Int32Array,
  after: readonly (readonly number[])[],
): Float64Array {
  const path = new Float64Array(order.length)
  for (const i of order.toReversed()) {
    let longest = 0
    for (const next of after[i]!) longest = Math.max(longest, path[next]!)
    path[i] = longest + plan.tasks[i]!.estimate.seconds
  }
  return path
}

function inheritedPriorities(
  plan: Plan,
  order: Int32Array,
  after: readonly (readonly number[])[],
): Uint8Array {
  const priority = Uint8Array.from(plan.tasks, (task) => task.priority)
  for (const i of order.toReversed())
    for (const next of after[i]!) priority[i] = Math.min(priority[i]!, priority[next]!)
  return priority
}
