/** The rows of the timeline: one for each agent, or one for each batch, and where each stands. */
import { sayCount } from '../../../../src/core/say/say-count.ts'
import type { TimeBar } from './time-bars.ts'
import type { Picture } from './picture.ts'
import { alignedLanes, separateLanes, type Lane } from './chart/tracks.ts'

export type Grouping = 'agent' | 'batch'

export interface Row {
  readonly label: string
  readonly note: string
  readonly lanes: readonly Lane[]
  /** Pixels from the top of the first row. */
  readonly top: number
  readonly height: number
  readonly sizes: LaneSizes
}

/** In pixels: a lane, the attempts in it, and the prediction below them. Between the two is a thin line for landing. */
interface LaneSizes {
  readonly lane: number
  readonly attempt: number
  readonly predicted: { readonly top: number; readonly height: number }
}

const sizesOf = (lane: number): LaneSizes => ({
  lane,
  attempt: lane - 14,
  predicted: { top: lane - 10, height: 7 },
})

const LANE = { least: 34, most: 56 } as const

const PADDING = 6

/** room: the pixels that all rows should fill, as far as their lanes neither shrink nor grow too much. */
export function rowsOf(picture: Picture, by: Grouping, room = 0): readonly Row[] {
  const grouped = by === 'agent' ? agentGroups(picture) : batchGroups(picture)
  const groups = isOnlyPredicted(picture) ? grouped.map(inFront) : grouped
  const sizes = sizesOf(laneFor(groups, room))
  let top = 0
  return groups.map((group) => {
    const height = group.lanes.length * sizes.lane + 2 * PADDING
    const row = { ...group, top, height, sizes }
    top += height
    return row
  })
}

function laneFor(groups: readonly Group[], room: number): number {
  const lanes = groups.reduce((sum, group) => sum + group.lanes.length, 0)
  const each = Math.floor((room - groups.length * 2 * PADDING) / lanes)
  return Math.min(LANE.most, Math.max(LANE.least, each))
}

/** Before anything has begun, predictions take the place of attempts. */
const isOnlyPredicted = ({ bars }: Picture): boolean =>
  bars.every(({ look }) => look === 'predicted')

const inFront = (group: Group): Group => ({
  ...group,
  lanes: group.lanes.map(({ predicted }) => ({ actual: predicted, predicted: [] })),
})

export const laneTop = (row: Row, lane: number): number => row.top + PADDING + lane * row.sizes.lane

/** The rows that are partly or wholly in the window, found by binary search. */
export function rowsWithin(rows: readonly Row[], from: number, to: number): readonly Row[] {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.top + rows[middle]!.height <= from) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < rows.length && rows[end]!.top < to) end++
  return rows.slice(low, end)
}

type Group = Pick<Row, 'label' | 'note' | 'lanes'>

/** An agent that has had nothing to do has a row, too. */
function agentGroups({ bars, agents }: Picture): readonly Group[] {
  const byWorker = Map.groupBy(bars, (bar) => bar.worker)
  const count = bars.reduce((most, bar) => Math.max(most, bar.worker), agents)
  return Array.from({ length: count }, (_, i) => {
    const own = byWorker.get(i + 1) ?? []
    return {
      label: `Agent ${i + 1}`,
      note: sayCount(tasksIn(own), 'task'),
      lanes: atLeastOne(separateLanes(own)),
    }
  })
}

function batchGroups({ bars, graph, batches }: Picture): readonly Group[] {
  const byBatch = Map.groupBy(bars, (bar) => graph.batch[bar.task]!)
  return batches.map((tasks, i) => ({
    label: `Batch ${i + 1}`,
    note: sayCount(tasks, 'task'),
    lanes: atLeastOne(alignedLanes(byBatch.get(i) ?? [])),
  }))
}

/** The number of tasks that were attempted; before any attempt, of those that are predicted. */
function tasksIn(bars: readonly TimeBar[]): number {
  const tried = bars.filter((bar) => bar.attempt !== null)
  return new Set((tried.length > 0 ? tried : bars).map((bar) => bar.task)).size
}

const atLeastOne = (lanes: readonly Lane[]): readonly Lane[] =>
  lanes.length > 0 ? lanes : [{ actual: [], predicted: [] }]
