/** The heights of the bars, and the arrows between them. */
import { batchLinks, taskLinks, type Link } from './arrows.ts'
import type { Picture } from '../picture.ts'
import { laneTop, LANE, type Grouping, type Row } from '../rows.ts'
import { mainBar, type TaskTimes } from '../task-times.ts'

/** A bar as an arrow sees it: a stretch of time at some height. */
interface Spot {
  readonly start: number
  readonly end: number
  readonly y: number
  readonly isPredicted: boolean
}

export interface Arrow {
  readonly key: string
  readonly from: Spot
  readonly to: Spot
  /** Both tasks follow one another in the longest chain. */
  readonly isOnChain: boolean
}

/** The middle of each bar in pixels from the top, by the key of the bar. */
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

/** The arrows of `task`; without a task and by batch, one for each pair of batches, to the task that starts first. */
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
  if (from === null || to === null || isOvertaken(from, to)) return []
  return [{ key, from, to, isOnChain: onChain.has(key) }]
}

/** What really happened took longer than predicted, so that an arrow to the prediction would lead back in time. */
const isOvertaken = (from: Spot, to: Spot): boolean =>
  !from.isPredicted && to.isPredicted && to.start < from.end

/** The links along a chain, as keys. */
const stepsOf = (chain: readonly number[]): readonly string[] =>
  chain.slice(1).map((after, i) => `${chain[i]},${after}`)

function spotOf({ times, heights }: ArrowSources, task: number): Spot | null {
  const taskTimes = times.get(task)
  const bar = taskTimes && mainBar(taskTimes)
  const y = bar && heights.get(bar.key)
  if (bar === undefined || y === undefined) return null
  return { start: bar.start, end: bar.landedBy, y, isPredicted: bar.look === 'predicted' }
}
