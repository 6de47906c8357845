/** The orderings as the dialog shows them: ours and Claude's side by side, each with the orbs of its phases. */
import type {
  ExecutionPhase,
  ParallelizationResponse,
  ParallelizationStrategy,
} from '../../../../../src/core/ordering/suggestion.ts'
import { isSame } from '../keep-orbs.ts'
import type { NamedOrbs } from './named-orbs.ts'

export interface Ordering {
  /** Ours and Claude's may have the same `strategy_id`. */
  readonly key: string
  readonly strategy: ParallelizationStrategy
  /** The user has moved workspaces to other phases. */
  readonly isEdited: boolean
}

export const orderingsOf = ({ strategies }: ParallelizationResponse): readonly Ordering[] =>
  strategies.map((strategy, i) => ({
    key: `${strategy.source} ${i + 1}`,
    strategy,
    isEdited: false,
  }))

/** An ordering of Claude that has the same phases as one of ours only explains it; the others are added. */
export function withClaude(
  ours: readonly Ordering[],
  response: ParallelizationResponse,
): readonly Ordering[] {
  const theirs = orderingsOf(response).filter(({ strategy }) => strategy.source === 'claude')
  const twinOf = (ordering: Ordering, among: readonly Ordering[]): Ordering | undefined =>
    among.find(({ strategy }) => isSame(groupsOf(strategy), groupsOf(ordering.strategy)))
  return [
    ...ours.map((ordering) => explained(ordering, twinOf(ordering, theirs))),
    ...theirs.filter((ordering) => twinOf(ordering, ours) === undefined),
  ]
}

const explained = (ordering: Ordering, twin: Ordering | undefined): Ordering =>
  twin === undefined || twin.strategy.description === ''
    ? ordering
    : {
        ...ordering,
        strategy: {
          ...ordering.strategy,
          description: twin.strategy.description,
          source: 'claude',
        },
      }

const groupsOf = ({ phases }: ParallelizationStrategy): readonly (readonly string[])[] =>
  phases.map(({ workspace_ids }) => [...workspace_ids].sort())

/** The phase of each orb, from 1. A workspace that is no longer there is left out. */
export const phasesByOrb = (
  { strategy }: Ordering,
  named: NamedOrbs,
): ReadonlyMap<string, number> =>
  new Map(
    strategy.phases.flatMap(({ phase_number, workspace_ids }) =>
      workspace_ids.flatMap((id) => {
        const orb = named.get(id)?.orb
        return orb === undefined ? [] : [[orb.id, phase_number] as const]
      }),
    ),
  )

export const workspaceCount = (phases: readonly Pick<ExecutionPhase, 'workspace_ids'>[]): number =>
  phases.reduce((sum, { workspace_ids }) => sum + workspace_ids.length, 0)

/** As in the requirements: green, blue, purple, amber, red, cyan, and again. */
const PHASE_COLOURS = 6

/** 1 to 6: the number of a colour in orbs.css. */
export const phaseColour = (phase: number): number => ((phase - 1) % PHASE_COLOURS) + 1
