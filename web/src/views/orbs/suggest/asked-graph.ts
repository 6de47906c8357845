/** The graph that orderings were asked for: whether it has changed since, and what is wrong with phases that the user edits. */
import { graphText } from '../../../../../src/core/ordering/extract-graph.ts'
import { phaseProblems } from '../../../../../src/core/ordering/phase-problems.ts'
import { predictSeconds } from '../../../../../src/core/ordering/predict-time.ts'
import { expectedRebases } from '../../../../../src/core/ordering/rebases.ts'
import type {
  ExecutionPhase,
  ParallelizationResponse,
  ParallelizationStrategy,
} from '../../../../../src/core/ordering/suggestion.ts'
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
export const problemsOf = (
  { graph }: AskedGraph,
  phases: readonly ExecutionPhase[],
  maxParallel: number | null,
): readonly string[] => phaseProblems(graph, numbersOf(graph, phases), maxParallel ?? Infinity)

/** The figures of an ordering that follow from its phases, by the simulation that predicts every ordering. */
export function figuresOf(
  { graph }: AskedGraph,
  phases: readonly ExecutionPhase[],
  { agents, usual_seconds, is_measured, known }: ParallelizationResponse['times'],
): Pick<ParallelizationStrategy, 'predicted_seconds' | 'expected_rebases'> {
  const numbers = numbersOf(graph, phases)
  return {
    predicted_seconds: predictSeconds(graph, numbers, agents, {
      usualSeconds: usual_seconds,
      isMeasured: is_measured,
      known: new Map(Object.entries(known)),
    }),
    expected_rebases: expectedRebases(graph, numbers),
  }
}

function numbersOf(
  graph: WorkspaceGraph,
  phases: readonly ExecutionPhase[],
): readonly (readonly number[])[] {
  const numbers = new Map(graph.items.map(({ id }, i) => [id, i]))
  return phases.map(({ workspace_ids }) => workspace_ids.flatMap((id) => numbers.get(id) ?? []))
}
