/** Makes a graph of dependencies free of circles by leaving out as few dependencies as it can. */

export interface UnbrokenGraph {
  /** For each task the tasks it comes after. */
  readonly before: readonly (readonly number[])[]
  /** Left out: the first no longer comes after the second. */
  readonly cut: readonly (readonly [number, number])[]
}

/** mayCut: whether the dependencies of a task may be left out. In every circle there must be one. */
export function breakCycles(
  before: readonly (readonly number[])[],
  mayCut: (task: number) => boolean = () => true,
): UnbrokenGraph {
  const kept = before.map((list) => [...list])
  const cut: [number, number][] = []
  for (let circle = findCircle(kept); circle !== null; circle = findCircle(kept)) {
    const edge = leastHarmful(circle, kept, mayCut)
    if (edge === null) break
    kept[edge[0]] = kept[edge[0]]!.filter((one) => one !== edge[1])
    cut.push([...edge])
  }
  return { before: kept, cut }
}

/**
 * A planner lists tasks in the order it has in mind, so the dependency on the task furthest down is the one most likely
 * to be a slip. Among equals: that of the task with the most other dependencies.
 */
function leastHarmful(
  circle: readonly number[],
  before: readonly (readonly number[])[],
  mayCut: (task: number) => boolean,
): readonly [number, number] | null {
  const edges = circle
    .map((from, i) => [from, circle[(i + 1) % circle.length]!] as const)
    .filter(([from]) => mayCut(from))
  const score = ([from, to]: readonly [number, number]): number =>
    (to - from) * 1000 + before[from]!.length
  const [first, ...rest] = edges
  return first === undefined
    ? null
    : rest.reduce((worst, edge) => (score(edge) > score(worst) ? edge : worst), first)
}

/** Some circle: each entry comes after the next, and the last after the first. */
function findCircle(before: readonly (readonly number[])[]): readonly number[] | null {
  const state = new Uint8Array(before.length)
  for (let start = 0; start < before.length; start++) {
    const circle = state[start] === 0 ? walk(start, before, state) : null
    if (circle !== null) return circle
  }
  return null
}

const OPEN = 1
const CLOSED = 2

function walk(
  start: number,
  before: readonly (readonly number[])[],
  state: Uint8Array,
): readonly number[] | null {
  const path = [start]
  const next = [0]
  state[start] = OPEN
  while (path.length > 0) {
    const at = path.at(-1)!
    const to = before[at]![next[next.length - 1]!++]
    if (to === undefined) {
      state[at] = CLOSED
      path.pop()
      next.pop()
    } else if (state[to] === OPEN) return path.slice(path.indexOf(to))
    else if (state[to] === 0) {
      state[to] = OPEN
      path.push(to)
      next.push(0)
    }
  }
  return null
}

/** Without the dependencies that follow from others: what comes after b need not name what b comes after. */
export function withoutDetours(
  before: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const reaches = reachability(before)
  return before.map((list) =>
    list.filter((one) => !list.some((other) => other !== one && reaches(other, one))),
  )
}

/** Whether one comes after another, directly or not. */
export type Reaches = (from: number, to: number) => boolean

/** What each comes after is found out once, when it is asked for. */
export function reachability(before: readonly (readonly number[])[]): Reaches {
  const reachable = new Map<number, Uint32Array>()
  return (from, to) => {
    const seen = reachable.get(from) ?? allBefore(from, before, reachable)
    reachable.set(from, seen)
    return has(seen, to)
  }
}

/** One bit for each place, because plans have thousands of tasks. known: the same for other places. */
function allBefore(
  from: number,
  before: readonly (readonly number[])[],
  known: ReadonlyMap<number, Uint32Array>,
): Uint32Array {
  const seen = new Uint32Array((before.length + 31) >>> 5)
  const open = [from]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of before[at]!)
      if (!has(seen, next)) {
        seen[next >>> 5]! |= 1 << (next & 31)
        const further = known.get(next)
        if (further === undefined) open.push(next)
        else for (let part = 0; part < seen.length; part++) seen[part]! |= further[part]!
      }
  return seen
}

const has = (bits: Uint32Array, place: number): boolean =>
  ((bits[place >>> 5]! >>> (place & 31)) & 1) === 1
