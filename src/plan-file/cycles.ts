/** Finds circles in a graph whose nodes are numbered; `next[a]` lists the nodes that the arrows from a lead to. */

type Graph = readonly (readonly number[])[]

/** For each knot of nodes that reach each other, the shortest circle through its lowest node. */
export function findCycles(next: Graph): readonly (readonly number[])[] {
  const knots = knotsOf(next).filter((knot) => knot.length > 1)
  const starts = knots.map((knot) => ({ start: knot.reduce((a, b) => Math.min(a, b)), knot }))
  return starts
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, knot }) => shortestCycle(next, start, new Set(knot)))
}

/** Kosaraju: walk backwards from the nodes in the reverse of the order in which they finish. */
function knotsOf(next: Graph): readonly (readonly number[])[] {
  const previous = reversed(next)
  const visited = new Set<number>()
  return finishOrder(next)
    .toReversed()
    .filter((node) => !visited.has(node))
    .flatMap((node) => (visited.has(node) ? [] : [flood(previous, node, visited)]))
}

function reversed(next: Graph): Graph {
  const previous: number[][] = next.map(() => [])
  next.forEach((targets, node) => targets.forEach((target) => previous[target]!.push(node)))
  return previous
}

/** Without recursion: a chain of 10,000 tasks would be too deep for the call stack. */
function finishOrder(next: Graph): readonly number[] {
  const finished: number[] = []
  const visited = new Set<number>()
  for (const root of next.keys()) {
    const trail = visited.has(root) ? [] : [{ node: root, tried: 0 }]
    visited.add(root)
    for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
      const target = next[top.node]![top.tried++]
      if (target === undefined) finished.push(trail.pop()!.node)
      else if (visited.size !== visited.add(target).size) trail.push({ node: target, tried: 0 })
    }
  }
  return finished
}

function flood(next: Graph, start: number, visited: Set<number>): readonly number[] {
  const reached = [start]
  visited.add(start)
  for (const node of reached) {
    const fresh = next[node]!.filter((target) => visited.size !== visited.add(target).size)
    for (const target of fresh) reached.push(target)
  }
  return reached
}

function shortestCycle(next: Graph, start: number, knot: ReadonlySet<number>): readonly number[] {
  const cameFrom = new Map<number, number>()
  const queue = [start]
  for (const node of queue) {
    if (next[node]!.includes(start)) return trace(node, start, cameFrom)
    for (const target of next[node]!) {
      if (!knot.has(target) || cameFrom.has(target)) continue
      cameFrom.set(target, node)
      queue.push(target)
    }
  }
  return []
}

function trace(last: number, start: number, cameFrom: ReadonlyMap<number, number>) {
  const path = [last]
  while (path[0] !== start) path.unshift(cameFrom.get(path[0]!)!)
  return path
}
