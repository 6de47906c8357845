/** conductor suggest: in which order workspaces are best worked on. */
import { ORDERING_IDS } from '../../core/ordering/orderings.ts'
import { orderingId } from '../../core/ordering/ordering-words.ts'
import { MOST_ORDERINGS, USUAL_COUNT, type Suggested } from '../../core/ordering/suggested.ts'
import { sayNotice } from '../../core/ordering/suggestion-notices.ts'
import type { ParallelizationResponse, SuggestionEngine } from '../../core/ordering/suggestion.ts'
import { workspaceGraph, type Trees } from '../../core/ordering/workspace-graph.ts'
import { closestWord } from '../../core/value/closest-word.ts'
import { saySuggestion } from '../../report-text/say-suggestion.ts'
import { sayTrackerNotice } from '../../report-text/say-workspaces.ts'
import type { SuggestionStanding } from '../../server/served/served-workspaces.ts'
import { Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { openSuggestions, type OpenSuggestions } from './open-suggestions.ts'
import { queueHere } from './queue-here.ts'
import { treesIn } from './typed-trees.ts'

export interface SuggestOptions {
  /** The ordering to show alone, or null: several. */
  readonly strategy: string | null
  readonly maxParallel: number | null
  readonly count: number | null
  readonly engine: SuggestionEngine
  /** Whether the ordering is queued in the run, or only shown how; null: neither. */
  readonly queue: 'now' | 'preview' | null
  /** The options that were typed besides --strategy and --queue, to be typed again with --yes. */
  readonly typed: readonly string[]
  /** Only the workspaces of this repository, not of every project. */
  readonly isHere: boolean
  /** A file with trees, `-` for standard input; null: the current workspaces. */
  readonly tree: string | null
}

export async function suggestCommand(options: SuggestOptions, console: Console): Promise<number> {
  const asked = { ...options, strategy: mustBeOrdering(options) }
  await using here = openSuggestions(console, options.isHere)
  const standing = await here.suggestions.standing()
  if (!standing.enabled) throw SWITCHED_OFF
  const { tree } = options
  const trees =
    tree === null ? await currentTrees(here, console) : await treesIn(tree, console.folder)
  if (asked.engine !== 'offline') console.remark(sayClaude(standing))
  const suggested = await suggest(asked, trees, here)
  const response = onlyWanted(mustBeSuggested(suggested), asked)
  if (options.queue !== null) return queueHere(response, asked, here, console)
  console.answer(saySuggestion(response, labelsOf(trees), console.colour), response)
  return 0
}

/** What is missing in them is said: an order of some of the branches must not look like one of all. */
async function currentTrees(here: OpenSuggestions, console: Console): Promise<Trees> {
  const { trees, notices } = await here.read()
  for (const notice of notices) console.remark(sayTrackerNotice(notice))
  return trees
}

const suggest = (
  { strategy, maxParallel, count, engine }: SuggestOptions,
  trees: Trees,
  here: OpenSuggestions,
): Promise<Suggested> =>
  here.suggestions.suggest({
    trees,
    preference: strategy,
    maxParallel,
    count: count ?? (strategy === null ? USUAL_COUNT : 1),
    engine,
    known: here.times(),
  })

/** Claude may have orderings of its own, so any id is fine then. */
function mustBeOrdering({ strategy, engine, count, queue }: SuggestOptions): string | null {
  if (count !== null && count > MOST_ORDERINGS)
    throw new Complaint(`${count} orderings are too many`, `at most ${MOST_ORDERINGS}`)
  if (strategy === null && queue !== null) throw WHICH
  if (strategy === null) return null
  const id = orderingId(strategy)
  const ids: readonly string[] = [...ORDERING_IDS, 'custom']
  if (ids.includes(id) || engine === 'claude') return id
  const meant = closestWord(id, ids)
  throw new Complaint(
    `there is no ordering "${strategy}"`,
    `${meant === null ? '' : `did you mean "${meant}"? `}There are ${ids.join(', ')}`,
  )
}

function mustBeSuggested(suggested: Suggested): ParallelizationResponse {
  if (suggested.ok) return suggested.response
  const { error, says } = suggested
  throw new Complaint(
    sayNotice(error, says),
    'the offline orderings need no model: conductor suggest --offline',
    COULD_NOT_GO_ON,
  )
}

const sayClaude = ({ can_ask_claude, because }: SuggestionStanding): string =>
  can_ask_claude ? 'Asking Claude ...' : `Claude was not asked: ${because}`

function onlyWanted(
  response: ParallelizationResponse,
  { strategy, count }: SuggestOptions,
): ParallelizationResponse {
  const { strategies } = response
  if (strategy === null || strategies.length === 0) return response
  const wanted = strategies.filter(({ strategy_id }) => strategy_id === strategy)
  if (wanted.length === 0) throw notSuggested(strategy)
  return count === null ? { ...response, strategies: wanted } : response
}

const notSuggested = (strategy: string): Complaint =>
  strategy === 'custom'
    ? new Complaint(
        'there are no rules for the ordering "custom"',
        'set them in the settings, such as parallelization_rules: {"hotfix/*": first}',
      )
    : new Complaint(`Claude has suggested no ordering "${strategy}"`, 'leave --strategy out')

/** A branch alone, if no other repository has one of the same name. */
function labelsOf(trees: Trees): (id: string) => string {
  const { items } = workspaceGraph(trees)
  const branches = Map.groupBy(items, ({ branch }) => branch)
  const labels = new Map(
    items.map(({ id, place, branch, pr }) => {
      const name = branches.get(branch)!.length > 1 ? place : branch
      return [id, pr === null ? name : `${name} #${pr}`]
    }),
  )
  return (id) => labels.get(id) ?? id
}

const WHICH = new Complaint(
  'say which ordering is to be queued',
  'such as: conductor suggest --strategy unblock_most --queue',
)

const SWITCHED_OFF = new Complaint(
  'suggested orderings are switched off here',
  'set parallelization_enabled: true in the settings',
)
