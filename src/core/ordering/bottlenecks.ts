/** Which branches hold up the most others, and what else the graph tells. */
import { sayCount } from '../say/say-count.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

const MOST_BOTTLENECKS = 3
const MOST_INSIGHTS = 8

/** Items that more than one other waits for, the worst first. */
export function bottlenecks({ items, waiting }: WorkspaceGraph): readonly number[] {
  return items
    .map((_, i) => i)
    .filter((i) => waiting[i]! > 1)
    .toSorted((a, b) => waiting[b]! - waiting[a]! || a - b)
    .slice(0, MOST_BOTTLENECKS)
}

export function insightsOf(graph: WorkspaceGraph): readonly string[] {
  return [
    ...graph.problems,
    ...bottlenecks(graph).map((i) => sayBlocking(graph, i)),
    ...sayGhosts(graph),
    ...sayFailing(graph),
    ...sayLeftOut(graph),
  ].slice(0, MOST_INSIGHTS)
}

/** "PR #42 is blocking 2 downstream PRs". */
function sayBlocking(graph: WorkspaceGraph, i: number): string {
  const behind = allBehind(graph, i)
  const isAllPulls = behind.every((one) => graph.items[one]!.pr !== null)
  const what = isAllPulls ? 'PR' : 'workspace'
  return `${nameOf(graph, i)} is blocking ${sayCount(behind.length, `downstream ${what}`)}`
}

function allBehind({ after }: WorkspaceGraph, i: number): readonly number[] {
  const seen = new Set([i])
  for (const one of seen) for (const next of after[one]!) seen.add(next)
  seen.delete(i)
  return [...seen]
}

const nameOf = ({ items }: WorkspaceGraph, i: number): string => {
  const { pr, branch } = items[i]!
  return pr === null ? branch : `PR #${pr}`
}

function sayGhosts(graph: WorkspaceGraph): readonly string[] {
  return graph.items.flatMap(({ isGhost }, i) =>
    isGhost && graph.waiting[i]! > 0
      ? [
          `${nameOf(graph, i)} has no workspace here, and ${sayCount(graph.waiting[i]!, 'other')} cannot be merged before it`,
        ]
      : [],
  )
}

function sayFailing(graph: WorkspaceGraph): readonly string[] {
  const worst = graph.items
    .map((_, i) => i)
    .filter((i) => graph.items[i]!.ci === 'fail' && graph.waiting[i]! > 0)
    .toSorted((a, b) => graph.waiting[b]! - graph.waiting[a]!)
  const [first] = worst
  if (first === undefined) return []
  const others = sayCount(graph.waiting[first]!, 'other')
  return [`The checks of ${nameOf(graph, first)} fail, and ${others} cannot be merged before it`]
}

function sayLeftOut(graph: WorkspaceGraph): readonly string[] {
  return [...graph.leftOut]
    .filter(([, { because }]) => because === null)
    .map(([i, { reason }]) => {
      const count = graph.waiting[i]!
      const others = count === 0 ? '' : `, and holds up ${sayCount(count, 'other')}`
      return `${nameOf(graph, i)} is ${reason}${others}`
    })
}
