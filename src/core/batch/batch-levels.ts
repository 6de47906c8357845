/** Puts the tasks of a plan into batches: behind everything they depend on, and beside nothing they collide with. */
import { kindsOf } from '../schedule/alike-tasks.ts'
import type { PlanCollisions } from '../schedule/collisions.ts'
import { Heap } from '../value/heap.ts'
import { NO_RESOURCES } from '../plan/plan.ts'

export interface Weighed {
  readonly before: readonly (readonly number[])[]
  readonly after: readonly (readonly number[])[]
  readonly order: Int32Array
  readonly path: Float64Array
  readonly priority: Uint8Array
  readonly collisions: PlanCollisions
}

/**
 * Each task goes into the first batch that it fits in. Of two tasks that collide the more urgent one is placed
 * first, then the one with the longer chain behind it, then the earlier one of the plan.
 */
export function levelsOf(graph: Weighed): Int32Array {
  const { held, apart } = graph.collisions
  const isFree = held.every((files) => files.length === 0) && apart.every((l) => l.length === 0)
  return isFree ? byDependencies(graph) : apartFromEachOther(graph)
}

function byDependencies({ order, before }: Weighed): Int32Array {
  const batch = new Int32Array(order.length)
  for (const i of order) for (const d of before[i]!) batch[i] = Math.max(batch[i]!, batch[d]! + 1)
  return batch
}

function apartFromEachOther(graph: Weighed): Int32Array {
  const { held, apart, together } = graph.collisions
  const kinds = kindsOf(held.map((files) => ({ files, resources: NO_RESOURCES })))
  const taken = kinds.naming.map(() => takenLevels())
  const batch = new Int32Array(held.length).fill(-1)
  for (const i of byUrgency(graph)) {
    const kind = kinds.list[kinds.of[i]!]!
    let level = 0
    for (const d of graph.before[i]!) level = Math.max(level, batch[d]! + 1)
    batch[i] = firstFreeLevel(i, kind.paths, level)
    for (const path of kind.touches) taken[path]!.take(batch[i], i)
  }
  return batch

  function firstFreeLevel(i: number, paths: readonly number[], least: number): number {
    const near = new Set(apart[i]!.map((j) => batch[j]!))
    let level = least
    for (;;) {
      let free = level
      while (near.has(free)) free++
      for (const path of paths) free = taken[path]!.firstFree(free, together[i]!)
      if (free === level) return level
      level = free
    }
  }
}

/** Behind their dependencies, and otherwise the most pressing first. */
function byUrgency({ before, after, path, priority }: Weighed): readonly number[] {
  const isFirst = (a: number, b: number): boolean => {
    if (priority[a] !== priority[b]) return priority[a]! < priority[b]!
    return path[a] !== path[b] ? path[a]! > path[b]! : a < b
  }
  const missing = Int32Array.from(before, (dependencies) => dependencies.length)
  const ready = new Heap(isFirst, before.length)
  missing.forEach((count, i) => count === 0 && ready.push(i))
  const order: number[] = []
  for (let i = ready.peek(); i !== undefined; i = ready.peek()) {
    ready.remove(i)
    order.push(i)
    for (const next of after[i]!) if (--missing[next]! === 0) ready.push(next)
  }
  return order
}

/** The batches in which a path is taken; looking for a free one does not visit the taken ones again and again. */
function takenLevels() {
  const holders = new Map<number, number[]>()
  /** For a taken level, a later one that may be free. */
  const next = new Map<number, number>()
  const free = (level: number): number => {
    let freeLevel = level
    while (next.has(freeLevel)) freeLevel = next.get(freeLevel)!
    for (let at = level; at !== freeLevel;) {
      const after = next.get(at)!
      next.set(at, freeLevel)
      at = after
    }
    return freeLevel
  }
  return {
    take(level: number, task: number): void {
      if (holders.has(level)) return void holders.get(level)!.push(task)
      holders.set(level, [task])
      next.set(level, level + 1)
    },
    /** beside: tasks that do not count, because a person lets them work at once. */
    firstFree(level: number, beside: readonly number[]): number {
      if (beside.length === 0) return free(level)
      let freeLevel = level
      while (holders.get(freeLevel)?.some((task) => !beside.includes(task)) === true) freeLevel++
      return freeLevel
    },
  }
}
