/** The shape of a plan: what comes before and after each task, the batches, and the longest chain behind each task. */
import { planCollisions, withDecisions, type PlanCollisions } from '../schedule/collisions.ts'
import type { TaskId } from '../value/ids.ts'
import { levelsOf } from '../batch/batch-levels.ts'
import { isSamePolicy, type CollisionPolicy } from './collision-settings.ts'
import type { Plan, Task, TaskChange } from './plan.ts'

/** Tasks are numbered by their place in the plan, so that 100,000 of them fit in typed arrays. */
export interface PlanGraph extends PlanOrder {
  /** Seconds from a task's start to the end of the longest chain behind it, its own estimate included. */
  readonly path: Float64Array
  /** A task is as urgent as the most urgent task that waits for it. */
  readonly priority: Uint8Array
  /** The batch of each task: batch 0 depends on nothing, batch n depends on or collides with something in batch n - 1. */
  readonly batch: Int32Array
  readonly collisions: PlanCollisions
  readonly policy: CollisionPolicy
}

/** The part of the graph that follows from the dependencies alone. */
interface PlanOrder {
  readonly indexOf: ReadonlyMap<TaskId, number>
  readonly before: readonly (readonly number[])[]
  readonly after: readonly (readonly number[])[]
  /** Every task stands behind all tasks it depends on. */
  readonly order: Int32Array
}

/** The last graph of a list of tasks: a plan is simulated, drawn and described with the same one. */
const graphs = new WeakMap<readonly Task[], PlanGraph>()

export function planGraph(plan: Plan, policy: CollisionPolicy): PlanGraph {
  const before = graphs.get(plan.tasks)
  if (before !== undefined && isSamePolicy(before.policy, policy)) return before
  const graph = weighed(plan, before ?? planOrder(plan.tasks), collidingIn(plan, policy))
  graphs.set(plan.tasks, graph)
  return graph
}

/** The graph after a change to one task; recomputes only what that change can affect. */
export function changedGraph(
  plan: Plan,
  graph: PlanGraph,
  task: number,
  change: TaskChange,
): PlanGraph {
  const order = change.dependencies === undefined ? graph : rewired(plan, graph, task)
  const colliding = changedCollisions(plan, graph, change)
  const isAsUrgent = change.priority === undefined && change.estimate === undefined
  return isAsUrgent && order === graph && colliding === graph
    ? graph
    : weighed(plan, order, colliding)
}

type Colliding = Pick<PlanGraph, 'collisions' | 'policy'>

/** Computed on first use; what is foreseen is found again only when files change. */
function changedCollisions(plan: Plan, graph: PlanGraph, change: TaskChange): Colliding {
  if (change.files !== undefined) return collidingIn(plan, graph.policy)
  if (change.togetherWith === undefined && change.apartFrom === undefined) return graph
  return lazily(graph.policy, () => withDecisions(plan, graph.collisions, graph.policy))
}

const collidingIn = (plan: Plan, policy: CollisionPolicy): Colliding =>
  lazily(policy, () => planCollisions(plan, policy))

function lazily(policy: CollisionPolicy, find: () => PlanCollisions): Colliding {
  let collisions: PlanCollisions | undefined
  return {
    policy,
    get collisions() {
      return (collisions ??= find())
    },
  }
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

/** Computes everything on first use: of thousands of changes at once only the last result is needed. */
function weighed(plan: Plan, order: PlanOrder, colliding: Colliding): PlanGraph {
  let path: PlanGraph['path'] | undefined
  let priority: PlanGraph['priority'] | undefined
  let batch: PlanGraph['batch'] | undefined
  const graph: PlanGraph = {
    policy: colliding.policy,
    indexOf: order.indexOf,
    before: order.before,
    after: order.after,
    get order() {
      return order.order
    },
    get batch() {
      return (batch ??= levelsOf(graph))
    },
    get collisions() {
      return colliding.collisions
    },
    get path() {
      return (path ??= remainingPaths(plan, order.order, order.after))
    },
    get priority() {
      return (priority ??= inheritedPriorities(plan, order.order, order.after))
    },
  }
  return graph
}

/** Computes the order on first use, too. */
function ordered({
  indexOf,
  before,
  after,
}: Pick<PlanOrder, 'indexOf' | 'before' | 'after'>): PlanOrder {
  let order: PlanOrder['order'] | undefined
  return {
    indexOf,
    before,
    after,
    get order() {
      return (order ??= topologicalOrder(before, after))
    },
  }
}

function planOrder(tasks: readonly Pick<Task, 'id' | 'dependencies'>[]): PlanOrder {
  const indexOf = new Map(tasks.map((task, i) => [task.id, i]))
  const before = tasks.map((task) => task.dependencies.map((id) => mustKnow(indexOf, id)))
  const after = reversed(before)
  return { indexOf, before, after, order: topologicalOrder(before, after) }
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
