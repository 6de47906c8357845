/** Suggests orderings: offline at once, by Claude when it can be asked, and from the cache when it was asked before. */
import {
  isNothingToOrder,
  type OfflineSuggestion,
  type OrderingRules,
  type SuggestionWish,
} from '../core/ordering/suggest-offline.ts'
import type { WorkTimes } from '../core/ordering/predict-time.ts'
import { sayNotice, type NoticeWord } from '../core/ordering/suggestion-notices.ts'
import type { Suggested, SuggestionAsked, SuggestionFailure } from '../core/ordering/suggested.ts'
import { orderingId } from '../core/ordering/ordering-words.ts'
import { workspaceGraph, type WorkspaceGraph } from '../core/ordering/workspace-graph.ts'
import type { FailureReason, ModelFailure, PlanningModel } from '../planning/planning-model.ts'
import { askForOrderings, type AskedOrderings } from './ask-for-orderings.ts'
import type { SuggestionCache } from './suggestion-cache.ts'
import { treeHash } from './tree-hash.ts'
import { workedOut } from './worked-out.ts'

/** Read anew for each suggestion, because settings may change while a server runs. */
export interface SuggesterSettings {
  /** How many agents work at once unless the caller says how many. */
  readonly agents: number
  /** How long a usual task takes here. */
  readonly usual: Omit<WorkTimes, 'known'>
  readonly rules: OrderingRules
  readonly ttlSeconds: number
  readonly timeoutSeconds: number
  readonly claude: ClaudeAtHand
}

export interface ClaudeAtHand {
  /** The model as the cache tells it apart; null: Claude chooses. */
  readonly modelName: string | null
  /** Is called when Claude is first needed. */
  readonly open: () => Promise<OpenedClaude>
}

export type OpenedClaude =
  /** instead: asked when the first is not known any more. */
  | { readonly model: PlanningModel; readonly instead: PlanningModel | null }
  | { readonly model: null; readonly because: string }

export interface Suggester extends AsyncDisposable {
  suggest(asked: SuggestionAsked, settings: SuggesterSettings): Promise<Suggested>
}

export interface SuggesterParts {
  readonly cache: SuggestionCache
  readonly now: () => number
}

export function openSuggester({ cache, now }: SuggesterParts): Suggester {
  const ended = new AbortController()
  const offline = workedOut()
  /** Two clients that ask the same at once cost one answer. */
  const asking = new Map<string, Promise<AskedOrderings | ModelFailure>>()

  return {
    async suggest(asked, settings) {
      const wanted = wantedOf(asked, settings)
      const nothing = nothingToOrder(wanted.graph)
      if (nothing !== null || asked.engine === 'offline') return byRules(wanted, nothing)
      const before = cache.get(wanted.hash)
      if (before !== null)
        return { ok: true, response: { ...before, is_cached: true }, failure: null }
      const claude = await settings.claude.open()
      if (claude.model !== null) return byClaude(wanted, claude)
      return asked.engine === 'auto' ? byRules(wanted, null) : noClaude(claude.because)
    },
    async [Symbol.asyncDispose]() {
      ended.abort()
      await Promise.allSettled(asking.values())
    },
  }

  function byRules(
    wanted: Wanted,
    notice: NoticeWord | null,
    failure: SuggestionFailure | null = null,
  ): Suggested {
    const suggestion = offline(wanted.graph, wanted.wish)
    const told = { notice, notice_text: notice && sayNotice(notice, failure?.says ?? null) }
    const cost_usd = failure?.costUsd ?? null
    const response = {
      ...suggestion,
      ...told,
      ...frame(wanted),
      source: 'offline',
      cost_usd,
    } as const
    return { ok: true, response, failure }
  }

  async function byClaude(wanted: Wanted, claude: HasModel): Promise<Suggested> {
    const answer = await askOnce(wanted, claude)
    if (answer.is === 'failed') {
      const failure = failureOf(answer)
      return wanted.asked.engine === 'auto' ? byRules(wanted, failure.error, failure) : failure
    }
    const suggestion = withClaude(offline(wanted.graph, wanted.wish), answer, wanted.wish)
    const told = { notice: null, notice_text: null, cost_usd: answer.usage.costUsd }
    const response = { ...suggestion, ...told, ...frame(wanted), source: 'claude' } as const
    cache.set(wanted.hash, response, wanted.settings.ttlSeconds)
    return { ok: true, response, failure: null }
  }

  function frame({ hash }: Wanted) {
    return { tree_hash: hash, created_at: new Date(now()).toISOString(), is_cached: false }
  }

  function askOnce(wanted: Wanted, claude: HasModel): Promise<AskedOrderings | ModelFailure> {
    const running = asking.get(wanted.hash)
    if (running !== undefined) return running
    const answer = ask(wanted, claude).finally(() => asking.delete(wanted.hash))
    asking.set(wanted.hash, answer)
    return answer
  }

  async function ask(
    { asked: { trees }, graph, wish, settings }: Wanted,
    { model, instead }: HasModel,
  ): Promise<AskedOrderings | ModelFailure> {
    const limit = AbortSignal.timeout(settings.timeoutSeconds * 1000)
    const signal = AbortSignal.any([ended.signal, limit])
    const answer = await askForOrderings({ trees, graph, wish }, model, signal)
    return answer.is === 'failed' && answer.why === 'unknown-model' && instead !== null
      ? askForOrderings({ trees, graph, wish }, instead, signal)
      : answer
  }
}

type HasModel = Extract<OpenedClaude, { readonly model: PlanningModel }>

interface Wanted {
  readonly asked: SuggestionAsked
  readonly graph: WorkspaceGraph
  readonly wish: SuggestionWish
  readonly settings: SuggesterSettings
  readonly hash: string
}

function wantedOf(asked: SuggestionAsked, settings: SuggesterSettings): Wanted {
  const { agents, usual, rules, claude } = settings
  const { preference, maxParallel, count } = asked
  const graph = workspaceGraph(asked.trees)
  const wish: SuggestionWish = {
    preference: preference === null ? null : orderingId(preference),
    maxParallel,
    count,
    agents,
    times: { ...usual, known: asked.known },
    rules,
  }
  return {
    asked,
    settings,
    graph,
    wish,
    hash: treeHash(graph, { ...wish, model: claude.modelName }),
  }
}

function nothingToOrder(graph: WorkspaceGraph): NoticeWord | null {
  if (graph.workspaceCount === 0) return 'no_workspaces'
  if (graph.workspaceCount === 1) return 'single_workspace'
  return isNothingToOrder(graph) ? 'nothing_to_order' : null
}

/** Claude's orderings, then ours if it has given too few; facts of ours come before its insights. */
function withClaude(
  offline: OfflineSuggestion,
  { checked }: AskedOrderings,
  { count, preference }: SuggestionWish,
): OfflineSuggestion {
  const ids = new Set(checked.strategies.map(({ strategy_id }) => strategy_id))
  const ours = offline.strategies.filter(({ strategy_id }) => !ids.has(strategy_id))
  const all = [...checked.strategies, ...ours]
  const preferred = all.filter(({ strategy_id }) => strategy_id === preference)
  return {
    ...offline,
    strategies: [...new Set([...preferred, ...all])].slice(0, count),
    analysis_summary: checked.summary || offline.analysis_summary,
    dependency_insights: [...new Set([...offline.dependency_insights, ...checked.insights])],
  }
}

const noClaude = (because: string): SuggestionFailure => ({
  ok: false,
  error: 'configuration_error',
  says: because,
  retryAfterSeconds: null,
  costUsd: null,
})

const failureOf = (failure: ModelFailure): SuggestionFailure => ({
  ok: false,
  error: WORDS[failure.why],
  says: failure.says,
  retryAfterSeconds: failure.retryAfterSeconds,
  costUsd: failure.usage.costUsd,
})

const WORDS: Readonly<Record<FailureReason, SuggestionFailure['error']>> = {
  'no-key': 'configuration_error',
  'missing-cli': 'configuration_error',
  'bad-key': 'claude_api_error',
  'rate-limited': 'rate_limited',
  overloaded: 'claude_api_error',
  timeout: 'claude_timeout',
  network: 'offline',
  refused: 'claude_api_error',
  truncated: 'malformed_response',
  malformed: 'malformed_response',
  'unknown-model': 'claude_api_error',
  requirements: 'claude_api_error',
  cancelled: 'claude_api_error',
  error: 'claude_api_error',
}
