/** The orderings of some workspaces without a model: what `conductor suggest` and the page show at once. */
import { fileNamedBy } from '../schedule/glob-overlap.ts'
import { sayCount } from '../say/say-count.ts'
import { bottlenecks, insightsOf } from './bottlenecks.ts'
import { makePhases, type Phases } from './make-phases.ts'
import { ORDERING_IDS, phasesBy, type OrderingId, type PhaseLimits } from './orderings.ts'
import { describeOrdering, ORDERING_NAMES } from './ordering-words.ts'
import { predictSeconds, sayBasis, type WorkTimes } from './predict-time.ts'
import { expectedRebases } from './rebases.ts'
import { sayPhases } from './say-phases.ts'
import type { ParallelizationResponse, ParallelizationStrategy } from './suggestion.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

/** `pattern of branches: first or last`, as the user has set it. */
export type OrderingRules = Readonly<Record<string, 'first' | 'last'>>

export interface SuggestionWish extends PhaseLimits {
  readonly preference: string | null
  readonly count: number
  readonly times: WorkTimes
  readonly rules: OrderingRules
}

/** What the graph alone tells; who has asked adds the rest. */
export type OfflineSuggestion = Pick<
  ParallelizationResponse,
  | 'strategies'
  | 'analysis_summary'
  | 'dependency_insights'
  | 'left_out'
  | 'prediction_basis'
  | 'times'
>

export function suggestOffline(graph: WorkspaceGraph, wish: SuggestionWish): OfflineSuggestion {
  return {
    ...aboutGraph(graph, wish),
    strategies: isNothingToOrder(graph) ? [] : offlineStrategies(graph, wish),
  }
}

/** With one workspace, every ordering is the same. */
export const isNothingToOrder = (graph: WorkspaceGraph): boolean =>
  graph.workspaceCount < 2 || !graph.items.some(({ isGhost }) => !isGhost)

const aboutGraph = (
  graph: WorkspaceGraph,
  wish: SuggestionWish,
): Omit<OfflineSuggestion, 'strategies'> => ({
  analysis_summary: summaryOf(graph),
  dependency_insights: insightsOf(graph),
  left_out: [...graph.leftOut].flatMap(([i, { reason }]) => {
    const { id, repository, branch, isGhost } = graph.items[i]!
    return isGhost ? [] : [{ workspace_id: id, repository, branch, reason }]
  }),
  prediction_basis: sayBasis(wish.times, agentsFor(wish)),
  times: {
    agents: agentsFor(wish),
    usual_seconds: wish.times.usualSeconds,
    is_measured: wish.times.isMeasured,
    known: Object.fromEntries(
      [...wish.times.known].filter(([place]) => graph.items.some((item) => item.place === place)),
    ),
  },
})

const agentsFor = ({ maxParallel, agents }: PhaseLimits): number => maxParallel ?? agents

function summaryOf({ items, before, leftOut, ...graph }: WorkspaceGraph): string {
  if (graph.workspaceCount === 0) return 'There are no workspaces.'
  const open = items.flatMap(({ isGhost }, i) => (isGhost ? [] : [i]))
  const whole = `${sayCount(graph.workspaceCount, 'workspace')} in ${sayCount(graph.repositoryCount, 'repository', 'repositories')}`
  if (open.length === 0) return `${whole}, all merged.`
  const first = open.filter((i) => before[i]!.length === 0 && !leftOut.has(i))
  const stuck = first.filter((i) => items[i]!.isStuck).length
  const held = open.filter((i) => leftOut.has(i)).length
  const waiting = open.length - first.length - held
  const parts = [
    `${first.length - stuck} can be worked on now`,
    ...(stuck === 0 ? [] : [`${stuck} ${stuck === 1 ? 'needs' : 'need'} you first`]),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for others`]),
    ...(held === 0 ? [] : [`${held} ${held === 1 ? 'is' : 'are'} held up from outside`]),
    ...(open.length === graph.workspaceCount
      ? []
      : [`${graph.workspaceCount - open.length} merged`]),
  ]
  return `${whole}: ${parts.join(', ')}.`
}

function offlineStrategies(
  graph: WorkspaceGraph,
  wish: SuggestionWish,
): readonly ParallelizationStrategy[] {
  const custom = Object.keys(wish.rules).length === 0 ? [] : ([CUSTOM] as const)
  const ids: readonly (OrderingId | typeof CUSTOM)[] = [...custom, ...ORDERING_IDS]
  const preferred = ids.filter((id) => id === wish.preference)
  const chosen = [...new Set([...preferred, ...ids])].slice(0, wish.count)
  const made = chosen.map((id): ParallelizationStrategy => {
    const phases = id === CUSTOM ? phasesByRules(graph, wish) : phasesBy(id, graph, wish)
    const strategy = strategyOf(graph, phases, wish)
    const description = describeOrdering(id, strategy)
    return {
      ...strategy,
      strategy_id: id,
      name: ORDERING_NAMES[id],
      description,
      source: 'offline',
    }
  })
  return withSame(made)
}

/** In small graphs, different aims often lead to the same order. */
function withSame(
  strategies: readonly ParallelizationStrategy[],
): readonly ParallelizationStrategy[] {
  const firstOf = new Map<string, string>()
  return strategies.map((strategy) => {
    const order = JSON.stringify(strategy.phases.map(({ workspace_ids }) => workspace_ids))
    const same = firstOf.get(order)
    if (same === undefined) firstOf.set(order, strategy.name)
    const more = same === undefined ? '' : ` Here it is the same as ${same}.`
    return { ...strategy, description: `${strategy.description}${more}` }
  })
}

const CUSTOM = 'custom'

/** Everything about an ordering that follows from its phases. */
export const strategyOf = (
  graph: WorkspaceGraph,
  phases: Phases,
  wish: SuggestionWish,
): Omit<ParallelizationStrategy, 'strategy_id' | 'name' | 'description' | 'source'> => ({
  phases: sayPhases(graph, phases),
  estimated_total_phases: phases.length,
  bottleneck_branches: bottlenecks(graph).map((i) => graph.items[i]!.branch),
  predicted_seconds: predictSeconds(graph, phases, agentsFor(wish), wish.times),
  expected_rebases: expectedRebases(graph, phases),
})

function phasesByRules(graph: WorkspaceGraph, wish: SuggestionWish): Phases {
  const rules = Object.entries(wish.rules).map(([glob, place]) => ({
    fits: fileNamedBy(glob),
    place,
  }))
  const ranks = graph.items.map(({ branch }) => {
    const rule = rules.find(({ fits }) => fits(branch))
    return rule === undefined ? 1 : rule.place === 'first' ? 0 : 2
  })
  return makePhases(graph, {
    comesFirst: (a, b) => graph.waiting[a]! > graph.waiting[b]!,
    classOf: (i) => ranks[i]!,
    limit: wish.maxParallel ?? Infinity,
  })
}
