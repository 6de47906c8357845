/** Brings the edges between workspaces into an order. Declared dependencies that form a cycle are reported and not followed. */
import type { Edge, GraphItem, WorkspaceGraph } from './graph-item.ts'

type Ordered = Pick<WorkspaceGraph, 'before' | 'after' | 'order' | 'waiting' | 'problems'>

export function orderedGraph(items: readonly GraphItem[], edges: readonly Edge[]): Ordered {
  const whole = connected(items.length, edges)
  if (whole.order.length === items.length)
    return { ...whole, waiting: countWaiting(whole), problems: [] }
  const placed = new Set(whole.order)
  // Trees have no cycles, so each cycle has a declared edge between items that could not be placed.
  const isFine = ([before, after, isDeclared]: Edge): boolean =>
    !isDeclared || placed.has(before) || placed.has(after)
  const suspects = edges.filter((edge) => !isFine(edge))
  const kept = edges.filter(isFine)
  const after = connected(items.length, kept).after.map((next) => [...next])
  const dropped = suspects.filter((edge) => {
    const [before, behind] = edge
    const isCycle = leadsTo(after, behind, before)
    if (!isCycle) {
      kept.push(edge)
      after[before]!.push(behind)
    }
    return isCycle
  })
  const open = connected(items.length, kept)
  return { ...open, waiting: countWaiting(open), problems: dropped.map((edge) => say(items, edge)) }
}

const say = (items: readonly GraphItem[], [before, after]: Edge): string =>
  `${items[after]!.place} is declared to depend on ${items[before]!.place}, which already waits for it: this cycle is not followed`

type Connected = Pick<WorkspaceGraph, 'before' | 'after' | 'order'>

function connected(count: number, edges: readonly Edge[]): Connected {
  const before: number[][] = Array.from({ length: count }, () => [])
  const after: number[][] = Array.from({ length: count }, () => [])
  for (const [from, to] of edges) {
    before[to]!.push(from)
    after[from]!.push(to)
  }
  const missing = before.map(({ length }) => length)
  const order = missing.flatMap((waits, i) => (waits === 0 ? [i] : []))
  for (const i of order) for (const next of after[i]!) if (--missing[next]! === 0) order.push(next)
  return { before, after, order }
}

function leadsTo(after: Connected['after'], from: number, to: number): boolean {
  const seen = new Set([from])
  for (const i of seen) for (const next of after[i]!) seen.add(next)
  return seen.has(to)
}

/** In a forest a sum is enough; where paths join again, each one is counted once. */
function countWaiting({ before, after, order }: Connected): Int32Array {
  const isForest = before.every(({ length }) => length < 2)
  return isForest ? sumsIn(after, order) : walksIn(after)
}

function sumsIn(after: Connected['after'], order: Connected['order']): Int32Array {
  const waiting = new Int32Array(after.length)
  for (const i of order.toReversed())
    for (const next of after[i]!) waiting[i]! += 1 + waiting[next]!
  return waiting
}

function walksIn(after: Connected['after']): Int32Array {
  const seenBy = new Int32Array(after.length).fill(-1)
  return Int32Array.from(after, (_, start) => {
    const reached = [start]
    for (const i of reached)
      for (const next of after[i]!)
        if (seenBy[next] !== start) {
          seenBy[next] = start
          reached.push(next)
        }
    return reached.length - 1
  })
}
