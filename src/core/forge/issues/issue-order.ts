/** Orders issues by their dependencies, and finds those that cannot be taken because of them. */
import type { Skip } from './issue-skip.ts'

/** An issue that could be taken, with the open issues that it depends on. */
export interface OrderedIssue {
  readonly number: number
  readonly dependsOn: readonly number[]
}

/** The issues that cannot be taken: those in a circle, and those that depend on an open issue which is not taken. */
export function skipsByOrder(issues: readonly OrderedIssue[]): ReadonlyMap<number, Skip> {
  const before = new Map(issues.map(({ number, dependsOn }) => [number, dependsOn]))
  const skips = new Map<number, Skip>()
  for (const { number } of issues) {
    const circle = circleThrough(number, before)
    if (circle !== null) skips.set(number, { is: 'circle', circle })
  }
  for (let count = -1; count !== skips.size;) {
    count = skips.size
    for (const { number, dependsOn } of issues) {
      const missing = dependsOn.filter((each) => !before.has(each) || skips.has(each))
      if (missing.length > 0 && !skips.has(number)) skips.set(number, { is: 'waits', for: missing })
    }
  }
  return skips
}

/** The shortest circle of dependencies through an issue; null: there is none. */
function circleThrough(
  start: number,
  before: ReadonlyMap<number, readonly number[]>,
): readonly number[] | null {
  const cameFrom = new Map<number, number>()
  const open = [start]
  for (let at = open.shift(); at !== undefined; at = open.shift())
    for (const next of before.get(at) ?? []) {
      if (next === start) return wayTo(at, start, cameFrom)
      if (cameFrom.has(next) || !before.has(next)) continue
      cameFrom.set(next, at)
      open.push(next)
    }
  return null
}

function wayTo(end: number, start: number, cameFrom: ReadonlyMap<number, number>) {
  const way = [end]
  while (way[0] !== start) way.unshift(cameFrom.get(way[0]!)!)
  return way
}

/** Puts each issue after its dependencies, and keeps the order otherwise. The issues have no circles. */
export function inOrder<Issue extends OrderedIssue>(issues: readonly Issue[]): readonly Issue[] {
  const byNumber = new Map(issues.map((issue) => [issue.number, issue]))
  const placed = new Set<Issue>()
  const place = (issue: Issue): void => {
    if (placed.has(issue)) return
    for (const number of issue.dependsOn) {
      const earlier = byNumber.get(number)
      if (earlier !== undefined) place(earlier)
    }
    placed.add(issue)
  }
  issues.forEach(place)
  return [...placed]
}
