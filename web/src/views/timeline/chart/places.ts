/** Where each bar stands, to find it again by its name and to draw arrows between tasks. */
import { batchLinks, taskLinks, type Link } from './arrows.ts'
import type { Picture } from '../picture.ts'
import { laneTop, LANE, type Grouping, type Row } from '../rows.ts'
import { mainBar, type TaskTimes } from '../task-times.ts'

/** A stretch of time at some height: what an arrow leaves or comes to. */
interface Spot {
  readonly start: number
  readonly end: number
  readonly y: number
}

export interface Arrow {
  readonly key: string
  readonly from: Spot
  readonly to: Spot
  /** Both belong to the longest chain. */
  readonly isOnChain: boolean
}

/** By the key of the bar. */
export type Heights = ReadonlyMap<string, number>

export function heightsOf(rows: readonly Row[]): Heights {
  const heights = new Map<string, number>()
  for (const row of rows)
    row.lanes.forEach(({ actual, predicted }, lane) => {
      const top = laneTop(row, lane)
      for (const bar of actual) heights.set(bar.key, top + LANE.attempt / 2)
      for (const bar of predicted)
        heights.set(bar.key, top + LANE.predicted.top + LANE.predicted.height / 2)
    })
  return heights
}

export interface ArrowSources {
  readonly picture: Picture
  readonly by: Grouping
  readonly times: ReadonlyMap<number, TaskTimes>
  readonly heights: Heights
}

/** Between batches as long as no task is looked at: what lets the first task of the next one begin. */
export function arrowsOf(sources: ArrowSources, task: number | null): readonly Arrow[] {
  const { graph, chain } = sources.picture
  const onChain = new Set(stepsOf(chain))
  const drawable = (links: readonly Link[]): readonly Arrow[] =>
    links.flatMap((link) => arrowFor(sources, link, onChain))
  if (task !== null || sources.by === 'agent') return drawable(taskLinks(graph, task))
  return batchLinks(graph).flatMap((links) =>
    drawable(links)
      .toSorted((a, b) => a.to.start - b.to.start)
      .slice(0, 1),
  )
}

function arrowFor(
  sources: ArrowSources,
  link: Link,
  onChain: ReadonlySet<string>,
): readonly Arrow[] {
  const [from, to] = [spotOf(sources, link[0]), spotOf(sources, link[1])]
  const key = link.join()
  return from === null || to === null ? [] : [{ key, from, to, isOnChain: onChain.has(key) }]
}

/** What follows what, as the keys of links. */
const stepsOf = (chain: readonly number[]): readonly string[] =>
  chain.slice(1).map((after, i) => `${chain[i]},${after}`)

function spotOf({ times, heights }: ArrowSources, task: number): Spot | null {
  const known = times.get(task)
  const bar = known && mainBar(known)
  const y = bar && heights.get(bar.key)
  return bar === undefined || y === undefined ? null : { start: bar.start, end: bar.landedBy, y }
}
