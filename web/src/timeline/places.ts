/** Where each bar stands, to find it again by its name and to draw arrows between tasks. */
import { batchLinks, taskLinks, type Link } from './arrows.ts'
import type { Picture } from './picture.ts'
import { laneTop, LANE, type Grouping, type Row } from './rows.ts'
import { mainBar, type TaskTimes } from './task-times.ts'
import type { TimeBar } from './time-bars.ts'

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
  readonly rows: readonly Row[]
  readonly by: Grouping
  readonly times: ReadonlyMap<number, TaskTimes>
  readonly heights: Heights
}

/** Between batches as long as no task is looked at; otherwise between tasks. */
export function arrowsOf(sources: ArrowSources, task: number | null): readonly Arrow[] {
  const { graph, chain } = sources.picture
  if (task === null && sources.by === 'batch')
    return drawable(batchLinks(graph), (batch) => batchSpot(sources, batch), [])
  return drawable(taskLinks(graph, task), (place) => taskSpot(sources, place), chain)
}

function drawable(
  links: readonly Link[],
  spotOf: (place: number) => Spot | null,
  chain: readonly number[],
): readonly Arrow[] {
  const onChain = new Set(stepsOf(chain))
  return links.flatMap((link) => {
    const [from, to] = [spotOf(link[0]), spotOf(link[1])]
    const key = link.join()
    return from === null || to === null ? [] : [{ key, from, to, isOnChain: onChain.has(key) }]
  })
}

/** What follows what, as the keys of links. */
const stepsOf = (chain: readonly number[]): readonly string[] =>
  chain.slice(1).map((after, i) => `${chain[i]},${after}`)

function taskSpot({ times, heights }: ArrowSources, task: number): Spot | null {
  const known = times.get(task)
  const bar = known && mainBar(known)
  const y = bar && heights.get(bar.key)
  return bar === undefined || y === undefined ? null : { start: bar.start, end: bar.landedBy, y }
}

/** From when the first of its tasks began, or should have, to when the last is done. */
function batchSpot({ rows }: ArrowSources, batch: number): Spot | null {
  const row = rows[batch]!
  const bars = row.lanes.flatMap(shownBars)
  if (bars.length === 0) return null
  return {
    start: bars.reduce((start, bar) => Math.min(start, bar.start), Infinity),
    end: bars.reduce((end, bar) => Math.max(end, bar.landedBy), 0),
    y: row.top + row.height / 2,
  }
}

const shownBars = ({ actual, predicted }: Row['lanes'][number]): readonly TimeBar[] =>
  actual.length > 0 ? actual : predicted
