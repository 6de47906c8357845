/** The heights of the bars, and the arrows between them. */
import { batchLinks, taskLinks, type Link } from './arrows.ts'
import type { Picture } from '../picture.ts'
import { laneTop, type Grouping, type Row } from '../rows.ts'
import { mainBar, type TaskTimes } from '../task-times.ts'

/** A bar as an arrow sees it: a stretch of time at some height. */
interface Spot extends Height {
  readonly start: number
  readonly end: number
  readonly isPredicted: boolean
}

export interface Arrow {
  readonly key: string
  readonly from: Spot
  readonly to: Spot
  /** Both tasks follow one another in the longest chain. */
  readonly isOnChain: boolean
}

/** In pixels from the top: the middle of a bar, and the free space above and below its lane, in which arrows run. */
interface Height {
  readonly y: number
  readonly above: number
  readonly below: number
}

/** By the key of the bar. */
export type Heights = ReadonlyMap<string, Height>

export function heightsOf(rows: readonly Row[]): Heights {
  const heights = new Map<string, Height>()
  for (const row of rows)
    row.lanes.forEach(({ actual, predicted }, lane) => {
      const { sizes } = row
      const top = laneTop(row, lane)
      const free = { above: top - ASIDE, below: top + sizes.lane + ASIDE }
      const low = top + sizes.predicted.top + sizes.predicted.height / 2
      for (const bar of actual) heights.set(bar.key, { y: top + sizes.attempt / 2, ...free })
      for (const bar of predicted) heights.set(bar.key, { y: low, ...free })
    })
  return heights
}

const ASIDE = 2

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
  const height = bar && heights.get(bar.key)
  if (bar === undefined || height === undefined) return null
  return {
    start: bar.start,
    end: Math.max(bar.landedBy, taskTimes?.coming?.end ?? 0),
    ...height,
    isPredicted: bar.look === 'predicted',
  }
}
