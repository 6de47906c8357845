/** Phases as they are answered: numbered, with what must be complete before each. */
import type { Phases } from './make-phases.ts'
import type { ExecutionPhase } from './suggestion.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

export const sayPhases = (graph: WorkspaceGraph, phases: Phases): readonly ExecutionPhase[] =>
  phases.map((phase, number) => {
    const waitsFor = [...new Set(phase.flatMap((i) => graph.before[i]!))]
    return {
      phase_number: number + 1,
      workspace_ids: phase.map((i) => graph.items[i]!.id),
      description: describe(
        waitsFor.map((i) => graph.items[i]!.branch),
        number,
      ),
      can_start_immediately: waitsFor.length === 0,
    }
  })

const MOST_NAMES = 2

/** before: the number of the phase before; 0: there is none. */
function describe(branches: readonly string[], before: number): string {
  if (branches.length === 0)
    return before === 0
      ? 'Waits for nothing'
      : `Waits for no other branch, and follows phase ${before}`
  const named = branches.slice(0, MOST_NAMES).join(', ')
  const others = branches.length - MOST_NAMES
  return others > 0 ? `After ${named} and ${others} more` : `After ${named}`
}
