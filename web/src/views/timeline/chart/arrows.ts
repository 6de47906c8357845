/** Which dependencies are drawn as arrows, and their paths. */
import type { PlanGraph } from '../../../../../src/core/plan/graph.ts'

/** The second task depends on the first. */
export type Link = readonly [before: number, after: number]

/** Up to so many arrows can be told apart. */
const FEW = 30

/** The links of `task`; without a task all links of the plan, if they are few. */
export function taskLinks({ before, after }: PlanGraph, task: number | null): readonly Link[] {
  if (task !== null)
    return [
      ...before[task]!.map((dependency): Link => [dependency, task]),
      ...after[task]!.map((behind): Link => [task, behind]),
    ]
  const count = before.reduce((sum, dependencies) => sum + dependencies.length, 0)
  return count > FEW
    ? []
    : before.flatMap((dependencies, i) => dependencies.map((dependency): Link => [dependency, i]))
}

/** For each pair of batches the links from one to the other; none if there are too many pairs. */
export function batchLinks({ before, batch }: PlanGraph): readonly (readonly Link[])[] {
  const byPair = new Map<string, Link[]>()
  before.forEach((dependencies, i) => {
    for (const dependency of dependencies) {
      const pair = `${batch[dependency]} ${batch[i]}`
      if (!byPair.has(pair)) byPair.set(pair, [])
      byPair.get(pair)!.push([dependency, i])
    }
  })
  return byPair.size > FEW ? [] : [...byPair.values()]
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where an arrow begins, and the heights above and below at which nothing stands. */
export interface ArrowStart extends Point {
  readonly above: number
  readonly below: number
}

/** How far an arrow goes on before it turns off, and before it ends. */
const OUT = 5
const IN = 10
const ROUND = 4

/** From the end of one bar to the beginning of another, which it enters from the left. Between them it runs where neither bars nor names are. */
export function arrowPath(from: ArrowStart, to: Point): string {
  if (from.y === to.y && to.x > from.x) return `M${spot(from)}L${spot(to)}`
  const aside = to.y > from.y ? from.below : from.above
  const [out, into] = [from.x + OUT, to.x - IN]
  return roundedPath([
    from,
    { x: out, y: from.y },
    { x: out, y: aside },
    { x: into, y: aside },
    { x: into, y: to.y },
    to,
  ])
}

function roundedPath(points: readonly Point[]): string {
  const corners = points.slice(1, -1).map((corner, i) => {
    const before = towards(corner, points[i]!)
    const after = towards(corner, points[i + 2]!)
    return `L${spot(before)}Q${spot(corner)} ${spot(after)}`
  })
  return `M${spot(points[0]!)}${corners.join('')}L${spot(points.at(-1)!)}`
}

/** A little away from a corner, at most half of the way. */
function towards(corner: Point, other: Point): Point {
  const away = (one: number, next: number): number =>
    one + Math.sign(next - one) * Math.min(ROUND, Math.abs(next - one) / 2)
  return { x: away(corner.x, other.x), y: away(corner.y, other.y) }
}

const spot = ({ x, y }: Point): string => `${tenth(x)} ${tenth(y)}`

const tenth = (pixels: number): number => Math.round(pixels * 10) / 10
