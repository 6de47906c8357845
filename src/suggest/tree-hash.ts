/** Tells the graphs and requests of suggestions apart. */
import { createHash } from 'node:crypto'
import { meaningfulText, type AskedFor } from '../core/ordering/extract-graph.ts'
import type { WorkspaceGraph } from '../core/ordering/workspace-graph.ts'

export const treeHash = (graph: WorkspaceGraph, asked: AskedFor): string =>
  createHash('sha256').update(meaningfulText(graph, asked)).digest('hex').slice(0, 16)
