/** The cells that a plan is drawn with: its tasks, and in a large plan closed batches. */
import type { PlanGraph } from '../../../../src/core/plan/graph.ts'

export type Cell =
  /** task: its index in the plan. */
  | { readonly is: 'task'; readonly task: number; readonly batch: number }
  /** A closed batch. */
  | { readonly is: 'batch'; readonly batch: number; readonly tasks: readonly number[] }

export interface Cells {
  /** The cells of each batch. */
  readonly layers: readonly (readonly Cell[])[]
  /** The number of the cell that stands for each task; cells are numbered through all layers. */
  readonly of: Int32Array
}

/** A plan of up to so many tasks is drawn in full. */
const SMALL_PLAN = 400
/** A batch of so few tasks takes no more room than a closed one. */
const SMALL_BATCH = 3

export const isLarge = (graph: PlanGraph): boolean => graph.batch.length > SMALL_PLAN

/** opened: the batches of a large plan that the user opened. */
export function cellsOf(graph: PlanGraph, opened: ReadonlySet<number>): Cells {
  const canClose = isLarge(graph)
  const layers = batchMembers(graph).map((tasks, batch): readonly Cell[] =>
    canClose && tasks.length > SMALL_BATCH && !opened.has(batch)
      ? [{ is: 'batch', batch, tasks }]
      : tasks.map((task) => ({ is: 'task', task, batch })),
  )
  return { layers, of: numbersOf(layers, graph.batch.length) }
}

export function batchMembers({ batch }: PlanGraph): readonly (readonly number[])[] {
  const members: number[][] = []
  batch.forEach((number, task) => (members[number] ??= []).push(task))
  return members
}

function numbersOf(layers: Cells['layers'], tasks: number): Int32Array {
  const of = new Int32Array(tasks)
  layers.flat().forEach((cell, number) => {
    for (const task of cell.is === 'task' ? [cell.task] : cell.tasks) of[task] = number
  })
  return of
}

/** Pairs of cells, of which the second depends on the first; each pair once. */
export function cellLinks(
  { before }: PlanGraph,
  { of }: Cells,
): readonly (readonly [number, number])[] {
  const links = new Map<string, readonly [number, number]>()
  before.forEach((dependencies, task) => {
    for (const dependency of dependencies) {
      const link = [of[dependency]!, of[task]!] as const
      if (link[0] !== link[1]) links.set(link.join(), link)
    }
  })
  return [...links.values()]
}
