/** Lays out the tasks of a plan: batches from left to right, with few lines that cross. */
import type { PlanGraph } from '../../../../../src/core/plan/graph.ts'
import { orderLayers } from './order-layers.ts'
import { cellLinks, cellsOf, type Cell } from '../plan-cells.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

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
const TASK = { width: 196, height: 54 } as const
const BATCH = { width: 196, height: 96 } as const
const BETWEEN = { rows: 14, columns: 20, bands: 60 } as const
const PADDING = 16

/** A batch of more rows becomes wider rather than endlessly tall. */
const TALLEST = 24

export function layOut(graph: PlanGraph, opened: ReadonlySet<number>): PlanLayout {
  const cells = cellsOf(graph, opened)
  const list = cells.layers.flat()
  const links = cellLinks(graph, cells)
  const order = orderLayers({ layers: numbersOf(cells.layers), links })
  const place = new Int32Array(list.length)
  order.flat().forEach((number, i) => (place[number] = i))
  const { nodes, bands } = placed(order.map((layer) => layer.map((number) => list[number]!)))
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

function placed(layers: readonly (readonly Cell[])[]): {
  readonly nodes: readonly Node[]
  readonly bands: readonly Band[]
} {
  const nodes: Node[] = []
  const bands: Band[] = []
  let x = 0
  layers.forEach((layer, batch) => {
    const columns = columnsOf(layer)
    const width = columns.length * (TASK.width + BETWEEN.columns) - BETWEEN.columns
    bands.push({ batch, x: x - PADDING, width: width + 2 * PADDING })
    columns.forEach((column, i) =>
      nodes.push(...stacked(column, x + i * (TASK.width + BETWEEN.columns))),
    )
    x += width + BETWEEN.bands
  })
  return { nodes, bands }
}

function columnsOf(layer: readonly Cell[]): readonly (readonly Cell[])[] {
  const { length } = layer
  const flat = (TASK.width + BETWEEN.columns) / (TASK.height + BETWEEN.rows)
  const tallest = Math.max(TALLEST, Math.ceil(Math.sqrt(length * flat)))
  const count = Math.ceil(length / tallest)
  const rows = Math.ceil(length / count)
  return Array.from({ length: count }, (_, i) => layer.slice(i * rows, (i + 1) * rows))
}

/** Centres a column on y = 0, so that lines are short. */
function stacked(column: readonly Cell[], x: number): readonly Node[] {
  const sizes = column.map((cell) => (cell.is === 'task' ? TASK : BATCH))
  const height = sizes.reduce((sum, size) => sum + size.height + BETWEEN.rows, -BETWEEN.rows)
  let y = -height / 2
  return column.map((cell, i) => {
    const node = { cell, x, y, ...sizes[i]! }
    y += node.height + BETWEEN.rows
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
