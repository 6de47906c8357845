/** The orderings that need no model: different aims lead to different phases of the same workspaces. */
import { makePhases, type Phases } from './make-phases.ts'
import { workspacesBefore } from './phase-problems.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

/** In the order in which they are suggested. */
export const ORDERING_IDS = [
  'max_parallel',
  'depth_first',
  'ci_optimized',
  'least_rebasing',
  'unblock_most',
] as const

export type OrderingId = (typeof ORDERING_IDS)[number]

export interface PhaseLimits {
  /** No phase has more workspaces than this; null: any number. */
  readonly maxParallel: number | null
  /** How many workspaces are really worked on at once. */
  readonly agents: number
}

export function phasesBy(id: OrderingId, graph: WorkspaceGraph, limits: PhaseLimits): Phases {
  const { maxParallel, agents } = limits
  const most = maxParallel ?? Infinity
  switch (id) {
    case 'max_parallel':
      return makePhases(graph, { comesFirst: byChain(graph), limit: most })
    case 'depth_first':
      return makePhases(graph, { comesFirst: byWalk, limit: 1 })
    case 'ci_optimized':
      return makePhases(graph, {
        comesFirst: byChain(graph),
        classOf: (i) => CI_CLASS[graph.items[i]!.ci],
        limit: most,
      })
    case 'least_rebasing':
      return oneOfEachRepository(graph, maxParallel ?? agents)
    case 'unblock_most':
      return makePhases(graph, { comesFirst: byWaiting(graph), limit: maxParallel ?? agents })
  }
}

const CI_CLASS = { pass: 0, pending: 1, '': 1, fail: 2 } as const

/** The longest chain first: with equal work and a limit, a forest cannot be done in fewer phases. */
function byChain({ after, order }: WorkspaceGraph): (a: number, b: number) => boolean {
  const chain = new Int32Array(after.length)
  for (const i of order.toReversed())
    for (const next of after[i]!) chain[i] = Math.max(chain[i]!, chain[next]! + 1)
  return (a, b) => chain[a]! > chain[b]!
}

const byWaiting =
  ({ waiting }: WorkspaceGraph) =>
  (a: number, b: number): boolean =>
    waiting[a]! > waiting[b]!

/** Items are numbered in the order of a walk through the trees, each stack to its top before the next. */
const byWalk = (a: number, b: number): boolean => a < b

/**
 * A branch can be merged without a rebase when it directly follows its parent in its repository. So the stacks of a
 * repository are merged one after another, each from below, and no two of one repository are open in one phase.
 */
function oneOfEachRepository(graph: WorkspaceGraph, limit: number): Phases {
  const before = workspacesBefore(graph)
  const single = makePhases(graph, { comesFirst: byWalk, limit: 1 }).flat()
  const phases: number[][] = []
  const phaseOf = new Map<number, number>()
  const lastOf = new Map<string, number>()
  for (const i of single) {
    const { repository } = graph.items[i]!
    const behind = before[i]!.map((one) => phaseOf.get(one)!)
    let phase = Math.max(lastOf.get(repository) ?? -1, ...behind) + 1
    while ((phases[phase]?.length ?? 0) >= limit) phase++
    ;(phases[phase] ??= []).push(i)
    phaseOf.set(i, phase)
    lastOf.set(repository, phase)
  }
  return phases
}
