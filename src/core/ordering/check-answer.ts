/** Checks the orderings of a model by the rules of our own; what can be repaired is, and the rest is dropped. */
import {
  fieldOf,
  isAnswer,
  lineIn,
  linesIn,
  listIn,
  type Answer,
} from '../planning/check/answer-fields.ts'
import { makePhases, type Phases } from './make-phases.ts'
import { orderingId } from './ordering-words.ts'
import { strategyOf, type SuggestionWish } from './suggest-offline.ts'
import type { ParallelizationStrategy } from './suggestion.ts'
import type { WorkspaceGraph } from './workspace-graph.ts'

export interface CheckedAnswer {
  readonly strategies: readonly ParallelizationStrategy[]
  readonly summary: string
  readonly insights: readonly string[]
  /** What was wrong, in sentences for the model and the log. */
  readonly problems: readonly string[]
}

/** Of the workspaces that were shown to it, a model must have placed so many for its ordering to count. */
const ENOUGH = 0.5
const MOST_STRATEGIES = 6
const MOST_INSIGHTS = 8

/** idOf: the workspaces by the names that the model was shown. */
export function checkAnswer(
  value: unknown,
  graph: WorkspaceGraph,
  wish: SuggestionWish,
  idOf: ReadonlyMap<string, number>,
): CheckedAnswer {
  const answer: Answer = isAnswer(value) ? value : {}
  const entries = listIn(fieldOf(answer, 'strategies', 'orderings')).filter(isAnswer)
  const problems: string[] = entries.length === 0 ? ['There were no strategies in the answer.'] : []
  const strategies = new Map<string, ParallelizationStrategy>()
  for (const one of entries.slice(0, MOST_STRATEGIES)) {
    const checked = checkStrategy(one, { graph, wish, idOf }, problems)
    if (checked !== null && !strategies.has(checked.strategy_id))
      strategies.set(checked.strategy_id, checked)
  }
  return {
    strategies: [...strategies.values()],
    summary: lineIn(fieldOf(answer, 'analysis_summary', 'summary'), 600),
    insights: linesIn(fieldOf(answer, 'dependency_insights', 'insights')).slice(0, MOST_INSIGHTS),
    problems,
  }
}

interface Shown {
  readonly graph: WorkspaceGraph
  readonly wish: SuggestionWish
  readonly idOf: ReadonlyMap<string, number>
}

/** null: it was dropped, and the problems say why. */
function checkStrategy(
  said: Answer,
  { graph, wish, idOf }: Shown,
  problems: string[],
): ParallelizationStrategy | null {
  const name = lineIn(fieldOf(said, 'name'), 60) || lineIn(fieldOf(said, 'strategy_id', 'id'), 60)
  const id = orderingId(lineIn(fieldOf(said, 'strategy_id', 'id', 'name'), 60)).replaceAll(
    /\W+/g,
    '',
  )
  const wanted = wantedPhases(listIn(fieldOf(said, 'phases')), graph, idOf)
  const shown = new Set(idOf.values()).size
  const label = name || 'A strategy without a name'
  if (id === '') return dropped(`${label} has no strategy_id.`)
  if (wanted.unknown.length > 0)
    problems.push(
      `${label} names workspaces that do not exist: ${wanted.unknown.slice(0, 5).join(', ')}.`,
    )
  if (wanted.phaseOf.size < ENOUGH * shown || wanted.unknown.length > wanted.phaseOf.size)
    return dropped(`${label} places ${wanted.phaseOf.size} of ${shown} workspaces.`)
  const phases = repairPhases(graph, wanted.phaseOf, wish.maxParallel ?? Infinity)
  const made = strategyOf(graph, phases, wish)
  const bottlenecks = linesIn(fieldOf(said, 'bottleneck_branches')).filter((branch) =>
    graph.items.some((item) => item.branch === branch),
  )
  return {
    ...made,
    strategy_id: id,
    name: name || id,
    description: lineIn(fieldOf(said, 'description'), 600),
    phases: made.phases.map((phase, number) => ({
      ...phase,
      description:
        wanted.sayings.get(wanted.phaseOf.get(phases[number]![0]!) ?? -1) || phase.description,
    })),
    bottleneck_branches: bottlenecks.length > 0 ? bottlenecks : made.bottleneck_branches,
    source: 'claude',
  }

  function dropped(problem: string): null {
    problems.push(problem)
    return null
  }
}

interface WantedPhases {
  /** The phase that each item is wanted in, from 0. */
  readonly phaseOf: ReadonlyMap<number, number>
  readonly sayings: ReadonlyMap<number, string>
  readonly unknown: readonly string[]
}

function wantedPhases(
  said: readonly unknown[],
  { items, leftOut }: WorkspaceGraph,
  idOf: ReadonlyMap<string, number>,
): WantedPhases {
  const phaseOf = new Map<number, number>()
  const sayings = new Map<number, string>()
  const unknown: string[] = []
  said.filter(isAnswer).forEach((phase, number) => {
    sayings.set(number, lineIn(fieldOf(phase, 'description'), 200))
    for (const id of linesIn(fieldOf(phase, 'workspace_ids', 'workspaces'), 600)) {
      const i = idOf.get(id)
      if (i === undefined) unknown.push(id)
      else if (!phaseOf.has(i) && !items[i]!.isGhost && !leftOut.has(i)) phaseOf.set(i, number)
    }
  })
  return { phaseOf, sayings, unknown }
}

/** The valid phases that are nearest to the wanted ones. A workspace that the answer leaves out comes as early as it can. */
export function repairPhases(
  graph: WorkspaceGraph,
  wanted: ReadonlyMap<number, number>,
  limit: number,
): Phases {
  const earliest = new Int32Array(graph.items.length)
  for (const i of graph.order) {
    const behind = graph.before[i]!.map(
      (one) => earliest[one]! + (graph.items[one]!.isGhost ? 0 : 1),
    )
    earliest[i] = Math.max(wanted.get(i) ?? 0, ...behind)
  }
  return makePhases(graph, {
    comesFirst: (a, b) => graph.waiting[a]! > graph.waiting[b]!,
    classOf: (i) => earliest[i]!,
    limit,
  })
}
