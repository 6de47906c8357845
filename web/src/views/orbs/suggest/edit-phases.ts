/** Moves a workspace of an ordering to another phase, as the user wants it. */
import type { ExecutionPhase } from '../../../../../src/core/ordering/suggestion.ts'
import type { Ordering } from './orderings.ts'

/** A phase number above the last one makes a new phase; a phase that is left empty disappears. */
export function movedTo(ordering: Ordering, workspace: string, phase: number): Ordering {
  const { strategy } = ordering
  const without = strategy.phases.map((each) => ({
    ...each,
    workspace_ids: each.workspace_ids.filter((id) => id !== workspace),
  }))
  const joined =
    phase > without.length
      ? [...without, { ...LAST, workspace_ids: [workspace] }]
      : without.map((each, i) =>
          i === phase - 1 ? { ...each, workspace_ids: [...each.workspace_ids, workspace] } : each,
        )
  const phases = joined.filter(({ workspace_ids }) => workspace_ids.length > 0).map(numbered)
  return {
    ...ordering,
    isEdited: true,
    strategy: { ...strategy, phases, estimated_total_phases: phases.length },
  }
}

const LAST: ExecutionPhase = {
  phase_number: 0,
  workspace_ids: [],
  description: 'at the end',
  can_start_immediately: false,
}

const numbered = (phase: ExecutionPhase, i: number): ExecutionPhase => ({
  ...phase,
  phase_number: i + 1,
  can_start_immediately: i === 0,
})
