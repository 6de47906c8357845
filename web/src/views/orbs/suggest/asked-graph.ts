/** The graph that orderings were asked for: whether it has changed since, and what is wrong with phases that the user edits. */
import { graphText } from '../../../../../src/core/ordering/extract-graph.ts'
import { phaseProblems } from '../../../../../src/core/ordering/phase-problems.ts'
import type { ExecutionPhase } from '../../../../../src/core/ordering/suggestion.ts'
import {
  workspaceGraph,
  type WorkspaceGraph,
} from '../../../../../src/core/ordering/workspace-graph.ts'
import type { WantedTrees } from './wanted-trees.ts'

export interface AskedGraph {
  readonly graph: WorkspaceGraph
  readonly text: string
}

export function graphOf(trees: WantedTrees): AskedGraph {
  const graph = workspaceGraph(trees)
  return { graph, text: graphText(graph) }
}

export const isOtherGraph = (asked: AskedGraph, trees: WantedTrees): boolean =>
  graphText(workspaceGraph(trees)) !== asked.text

/** In sentences for people; the rules are those that every ordering is checked with. */
export function problemsOf(
  { graph }: AskedGraph,
  phases: readonly ExecutionPhase[],
  maxParallel: number | null,
): readonly string[] {
  const numbers = new Map(graph.items.map(({ id }, i) => [id, i]))
  const numbered = phases.map(({ workspace_ids }) =>
    workspace_ids.flatMap((id) => numbers.get(id) ?? []),
  )
  return phaseProblems(graph, numbered, maxParallel ?? Infinity)
}
