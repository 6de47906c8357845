/** Lays out the tasks of a plan: batches from left to right, with few lines that cross. */
import type { PlanGraph } from '../../../../../src/core/plan/graph.ts'
import type { Box } from './box.ts'
import { LIFE_SIZE, MARGIN, STILL_GOOD, type Size } from './camera.ts'
import type { NodeSize } from './node-size.ts'
import { orderLayers } from './order-layers.ts'
import { cellLinks, cellsOf, type Cell } from '../plan-cells.ts'

export interface Node extends Box {
  readonly cell: Cell
}

/** The vertical band in which a batch stands. */
export interface Band {
  readonly batch: number
  readonly x: number
  readonly width: number
}

export interface PlanLayout {
  /** Layer by layer, each from top to bottom. */
  readonly nodes: readonly Node[]
  /** The index of the node that stands for each task. */
  readonly nodeOf: Int32Array
  /** Pairs of nodes, of which the second depends on the first. */
  readonly links: readonly (readonly [number, number])[]
  readonly bands: readonly Band[]
  readonly size: Box
}

/** Sizes in pixels, before any zoom. */
const USUAL_TASK: NodeSize = { width: 196, height: 56 }
const BATCH_HEIGHT = 96
const BETWEEN = { rows: 14, columns: 20, bands: 60 } as const
const PADDING = 16

/** The size before the screen is measured. */
const TALLEST = 24

export interface LayoutOptions {
  /** The batches of a large plan that the user opened. */
  readonly opened: ReadonlySet<number>
  /** The size of every task. */
  readonly task?: NodeSize
  /** The screen to fill; null: not measured yet. */
  readonly room?: Size | null
}

export function layOut(
  graph: PlanGraph,
  { opened, task = USUAL_TASK, room = null }: LayoutOptions,
): PlanLayout {
  const cells = cellsOf(graph, opened)
  const list = cells.layers.flat()
  const links = cellLinks(graph, cells)
  const order = orderLayers({ layers: numbersOf(cells.layers), links })
  const place = new Int32Array(list.length)
  order.flat().forEach((number, i) => (place[number] = i))
  const grid = gridFor(
    cells.layers.map(({ length }) => length),
    task,
    room,
  )
  const layers = order.map((layer) => layer.map((number) => list[number]!))
  const { nodes, bands } = placed(layers, task, grid)
  return {
    nodes,
    nodeOf: cells.of.map((number) => place[number]!),
    links: links.map(([a, b]) => [place[a]!, place[b]!] as const),
    bands,
    size: around(nodes),
  }
}

function numbersOf(layers: readonly (readonly Cell[])[]): readonly (readonly number[])[] {
  let next = 0
  return layers.map((layer) => layer.map(() => next++))
}

/** The rows of a batch, and the gaps between its tasks. */
interface Grid {
  /** The most rows; a larger batch gets more columns. */
  readonly rows: number
  readonly between: { readonly rows: number; readonly bands: number }
  readonly padding: number
}

const NARROW_GRID = { between: BETWEEN, padding: PADDING }

/** The grid that shows the plan as large as possible. A plan that is too large to be read as a whole is read from left to right. */
function gridFor(lengths: readonly number[], task: NodeSize, room: Size | null): Grid {
  if (room === null || room.width <= 0 || room.height <= 0) return { rows: TALLEST, ...NARROW_GRID }
  const longest = Math.max(...lengths, 1)
  const grids = Array.from({ length: Math.min(longest, MOST_ROWS) }, (_, i) => ({
    rows: longest - i,
    scale: scaleFor(sizeOf(lengths, task, longest - i), room),
  }))
  const best = grids.reduce((best, grid) => (grid.scale > best.scale ? grid : best))
  if (best.scale >= STILL_GOOD) return stretched(lengths, task, room, best)
  const rows = Math.floor(room.height / STILL_GOOD / (task.height + BETWEEN.rows))
  return { rows: Math.max(rows, 1), ...NARROW_GRID }
}

const MOST_ROWS = 400

const scaleFor = ({ width, height }: Size, room: Size): number =>
  Math.min((room.width - 2 * MARGIN) / width, (room.height - 2 * MARGIN) / height, LIFE_SIZE)

/** The size of a plan that is not stretched. */
function sizeOf(lengths: readonly number[], task: NodeSize, rows: number): Size {
  const columns = lengths.map((length) => Math.ceil(length / rows))
  const tallest = Math.max(...lengths.map((length, i) => Math.ceil(length / columns[i]!)))
  const wide = columns.reduce((sum, count) => sum + widthOf(count, task), 0)
  return {
    width: wide + (lengths.length - 1) * BETWEEN.bands + 2 * PADDING,
    height: tallest * (task.height + BETWEEN.rows),
  }
}

const widthOf = (columns: number, { width }: NodeSize): number =>
  columns * (width + BETWEEN.columns) - BETWEEN.columns

/** The longest gap; longer lines would be hard to follow. */
const MOST_EXTRA = { rows: 34, bands: 190 } as const

/** Spreads spare room between the tasks. */
function stretched(
  lengths: readonly number[],
  task: NodeSize,
  room: Size,
  { rows, scale }: { readonly rows: number; readonly scale: number },
): Grid {
  const size = sizeOf(lengths, task, rows)
  const free = (all: number, used: number): number => Math.max((all - 2 * MARGIN) / scale - used, 0)
  const tallest = Math.max(...lengths.map((length) => Math.min(length, rows)))
  const bands = Math.min(free(room.width, size.width) / lengths.length, MOST_EXTRA.bands)
  const extra = Math.min(free(room.height, size.height) / tallest, MOST_EXTRA.rows)
  return {
    rows,
    between: { rows: BETWEEN.rows + extra, bands: BETWEEN.bands + bands },
    padding: PADDING + bands / 4,
  }
}

interface Placed {
  readonly nodes: readonly Node[]
  readonly bands: readonly Band[]
}

function placed(layers: readonly (readonly Cell[])[], task: NodeSize, grid: Grid): Placed {
  const nodes: Node[] = []
  const bands: Band[] = []
  let x = 0
  layers.forEach((layer, batch) => {
    const columns = columnsOf(layer, task, grid)
    const width = widthOf(columns.length, task)
    bands.push({ batch, x: x - grid.padding, width: width + 2 * grid.padding })
    columns.forEach((column, i) =>
      nodes.push(...stacked(column, x + i * (task.width + BETWEEN.columns), task, grid)),
    )
    x += width + grid.between.bands
  })
  return { nodes, bands }
}

function columnsOf(
  layer: readonly Cell[],
  task: NodeSize,
  { rows: most }: Grid,
): readonly (readonly Cell[])[] {
  const { length } = layer
  const flat = (task.width + BETWEEN.columns) / (task.height + BETWEEN.rows)
  const tallest =
    length > MOST_ROWS / 4 ? Math.max(most, Math.ceil(Math.sqrt(length * flat))) : most
  const count = Math.ceil(length / tallest)
  const rows = Math.ceil(length / count)
  return Array.from({ length: count }, (_, i) => layer.slice(i * rows, (i + 1) * rows))
}

/** Centres a column on y = 0, so that lines are short. */
function stacked(
  column: readonly Cell[],
  x: number,
  task: NodeSize,
  { between }: Grid,
): readonly Node[] {
  const sizes = column.map((cell) =>
    cell.is === 'task' ? task : { ...task, height: BATCH_HEIGHT },
  )
  const height = sizes.reduce((sum, size) => sum + size.height + between.rows, -between.rows)
  let y = -height / 2
  return column.map((cell, i) => {
    const node = { cell, x, y, ...sizes[i]! }
    y += node.height + between.rows
    return node
  })
}

function around(nodes: readonly Node[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of nodes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  if (nodes.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
