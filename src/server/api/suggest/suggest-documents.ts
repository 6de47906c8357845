/** Suggested orderings as the API returns them. */
import type { SuggestionUse } from '../../../core/ordering/suggestion-use.ts'
import type {
  ExecutionPhase,
  LeftOutWorkspace,
  ParallelizationResponse,
  ParallelizationStrategy,
} from '../../../core/ordering/suggestion.ts'
import type { SuggestionStanding } from '../../served/served-workspaces.ts'
import {
  documentOf,
  flag,
  listOf,
  mapTo,
  maybe,
  number,
  object,
  objectOf,
  oneOf,
  text,
  texts,
  time,
  whole,
} from '../answer-schemas.ts'

const phase = objectOf<ExecutionPhase>('Workspaces that can be worked on at the same time.', {
  phase_number: whole('1 is the first.'),
  workspace_ids: texts('Of the workspaces.'),
  description: text('What must be complete before, or why these.', 'After feature-auth'),
  can_start_immediately: flag('Whether nothing in it waits for anything.'),
})

const SOURCES = ['offline', 'claude'] as const

const strategy = objectOf<ParallelizationStrategy>('An ordering.', {
  strategy_id: text(
    'max_parallel, depth_first, ci_optimized, least_rebasing, unblock_most, custom, or one of Claude’s own.',
    'max_parallel',
  ),
  name: text('For people.', 'Maximum Parallelism'),
  description: text('What it is good for.'),
  phases: listOf(phase, 'In order.'),
  estimated_total_phases: whole('How many phases.'),
  bottleneck_branches: texts('Branches that hold up the most others.'),
  predicted_seconds: number('Until the last workspace is complete, by simulation.'),
  expected_rebases: whole('How often a branch has to be brought up to date before its merge.'),
  source: oneOf(SOURCES, 'Who has made it.'),
})

const leftOut = objectOf<LeftOutWorkspace>('A workspace that is in no phase.', {
  workspace_id: text('Its id.'),
  repository: text('Its repository.', 'shop'),
  branch: text('Its branch.', 'feature-auth'),
  reason: text('The blocker, or what it waits for.', 'blocked by: design review'),
})

export const suggestionDocument = documentOf<ParallelizationResponse>(
  'ParallelizationResponse',
  'Orderings of workspaces.',
  {
    strategies: listOf(strategy, 'The preferred one first.'),
    analysis_summary: text('The graph in a few words.'),
    dependency_insights: texts('One sentence each.'),
    tree_hash: text('Of the graph and the request: another one means that the answer is stale.'),
    left_out: listOf(leftOut, 'Held up by blockers that a user has recorded.'),
    prediction_basis: text('What the predicted times rest on.'),
    times: object('What the predicted times rest on, as numbers.', {
      agents: whole('How many work at once.'),
      usual_seconds: number('Of one workspace.'),
      is_measured: flag('Whether runs here have shown that.'),
      known: mapTo(number('Seconds.'), 'Of tasks of ours, by `repository:branch`.'),
    }),
    source: oneOf(SOURCES, 'Who has made the orderings.'),
    notice: maybe(text('For programs: why there is nothing, or nothing of Claude.', 'offline')),
    notice_text: maybe(text('The same for people.', 'Check internet connection')),
    created_at: time('When it was made.'),
    is_cached: flag('Whether Claude had answered this before.'),
    cost_usd: maybe(number('What it cost; null: nothing, or not known.')),
  },
)

export interface SuggestionsDocument extends SuggestionStanding {
  readonly strategies: readonly { readonly strategy_id: string; readonly name: string }[]
  readonly use: SuggestionUse
  readonly cost_per_request_usd: number | null
}

const timing = object('How long it took.', {
  count: whole('How often.'),
  total_s: number('Seconds of all together.'),
  longest_s: number('Seconds of the longest.'),
})

const counted = whole('How often.')

export const suggestionsDocument = documentOf<SuggestionsDocument>(
  'Suggestions',
  'What can be suggested here, and how suggestions were used so far.',
  {
    enabled: flag('false: parallelization_enabled is false, and POST answers 403.'),
    can_ask_claude: flag('Whether there is a key, or a claude that is logged in.'),
    because: maybe(text('Why Claude cannot be asked; null: it can.')),
    model: maybe(text('The model that suggests; null: claude chooses.')),
    cache_ttl_seconds: whole('For how long Claude’s orderings are used again.'),
    strategies: listOf(
      object('One.', { strategy_id: text('Its id.'), name: text('For people.') }),
      'The orderings that need no model.',
    ),
    use: object('Since this repository was first served.', {
      asked: object('By who has answered; failed: Claude was asked alone, and could not.', {
        offline: counted,
        claude: counted,
        cache: counted,
        failed: counted,
      }),
      seconds: object('By who has answered; display: from the click until they were shown.', {
        offline: timing,
        claude: timing,
        display: timing,
      }),
      cost_usd: number('What Claude has cost.'),
      engaged: object('What people have done with orderings.', {
        clicked: counted,
        shown: counted,
        selected: counted,
        applied: counted,
        cleared: counted,
        queued: counted,
      }),
      feedback: mapTo(
        object('What people said.', {
          useful: whole('How often yes.'),
          not_useful: whole('How often no.'),
        }),
        'By ordering.',
      ),
      newest_feedback: listOf(
        object('One.', {
          tree_hash: text('Of the answer.'),
          strategy_id: text('The ordering.'),
          useful: flag('What was said.'),
          at: time('When.'),
        }),
        'The newest first.',
      ),
    }),
    cost_per_request_usd: maybe(number('On average; null: Claude was never asked.')),
  },
)
