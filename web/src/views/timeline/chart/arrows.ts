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

interface Point {
  readonly x: number
  readonly y: number
}

const REACH = 14

/** From the end of one bar to the beginning of another, entering it from the left. */
export function arrowPath(from: Point, to: Point): string {
  const reach = Math.max(REACH, Math.min(40, (to.x - from.x) / 2))
  return `M${round(from.x)} ${round(from.y)}C${round(from.x + reach)} ${round(from.y)} ${round(to.x - reach)} ${round(to.y)} ${round(to.x)} ${round(to.y)}`
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10
