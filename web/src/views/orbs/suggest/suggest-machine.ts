/**
 * The states of Suggest Order. The orderings that are highlighted outlive the dialog: only Clear, another Apply, or
 * workspaces that are gone take them away; closing the dialog without Apply changes nothing.
 *
 *   Idle -- suggest --> Loading -- received --> DisplayingSuggestions -- select --> StrategySelected -- apply --> Highlighting
 *   Loading -- failed --> Error -- retry --> Loading, -- close --> Idle
 *   Highlighting -- clear --> Idle, -- select --> StrategySelected, -- suggest --> Loading
 */
import type { ParallelizationResponse } from '../../../../../src/core/ordering/suggestion.ts'
import { orderingsOf, withClaude, type Ordering } from './orderings.ts'

type SuggestState =
  | 'Idle'
  | 'Loading'
  | 'DisplayingSuggestions'
  | 'StrategySelected'
  | 'Highlighting'
  | 'Error'

export interface SuggestError {
  readonly message: string
  readonly hint: string | null
}

/** Claude is asked after the offline orderings are shown. */
type ClaudeState =
  | { readonly is: 'not-asked'; readonly why: string | null }
  | { readonly is: 'asking' }
  | { readonly is: 'answered'; readonly costUsd: number | null }
  | { readonly is: 'failed'; readonly error: SuggestError }

export interface Suggestions {
  readonly response: ParallelizationResponse
  readonly orderings: readonly Ordering[]
}

export interface Suggesting {
  readonly state: SuggestState
  readonly suggestions: Suggestions | null
  /** The key of an ordering. */
  readonly selectedStrategy: string | null
  readonly claude: ClaudeState
  readonly error: SuggestError | null
  /** The highlighted ordering. */
  readonly applied: Ordering | null
}

export type SuggestEvent =
  | { readonly type: 'suggest' | 'retry' | 'apply' | 'clear' | 'close' | 'reopen' }
  | { readonly type: 'received'; readonly response: ParallelizationResponse }
  | { readonly type: 'failed'; readonly error: SuggestError }
  | { readonly type: 'claude'; readonly claude: ClaudeState }
  | { readonly type: 'claude-answered'; readonly response: ParallelizationResponse }
  | { readonly type: 'select'; readonly key: string }
  | { readonly type: 'edit'; readonly ordering: Ordering }

const NOT_ASKED: ClaudeState = { is: 'not-asked', why: null }

export const IDLE: Suggesting = {
  state: 'Idle',
  suggestions: null,
  selectedStrategy: null,
  claude: NOT_ASKED,
  error: null,
  applied: null,
}

export const isOpen = ({ state }: Suggesting): boolean =>
  state === 'Loading' || state === 'Error' || isShowing(state)

const isShowing = (state: SuggestState): boolean =>
  state === 'DisplayingSuggestions' || state === 'StrategySelected'

export const selectedOrdering = ({ suggestions, selectedStrategy }: Suggesting): Ordering | null =>
  suggestions?.orderings.find(({ key }) => key === selectedStrategy) ?? null

/** An event that has no meaning in a state, such as an answer that comes after the dialog was closed, changes nothing. */
export function nextSuggesting(now: Suggesting, event: SuggestEvent): Suggesting {
  switch (event.type) {
    case 'suggest':
      return now.state === 'Loading' ? now : loading(now)
    case 'retry':
      return now.state === 'Error' ? loading(now) : now
    case 'received':
      return now.state === 'Loading' ? received(now, event.response) : now
    case 'failed':
      return now.state === 'Loading' ? { ...now, state: 'Error', error: event.error } : now
    case 'claude':
      return isShowing(now.state) ? { ...now, claude: event.claude } : now
    case 'claude-answered':
      return isShowing(now.state) ? claudeAnswered(now, event.response) : now
    case 'select':
      return select(now, event.key)
    case 'edit':
      return isShowing(now.state) ? edited(now, event.ordering) : now
    case 'apply':
      return apply(now)
    case 'clear':
      return cleared(now)
    case 'close':
      return isOpen(now) ? closed(now) : now
    case 'reopen':
      return now.state === 'Highlighting' && now.suggestions !== null
        ? { ...now, state: 'StrategySelected' }
        : now
  }
}

const loading = (now: Suggesting): Suggesting => ({
  ...IDLE,
  state: 'Loading',
  applied: now.applied,
})

/** The first ordering is selected already; the state says that the user has not chosen it. */
function received(now: Suggesting, response: ParallelizationResponse): Suggesting {
  const orderings = orderingsOf(response)
  return {
    ...now,
    state: 'DisplayingSuggestions',
    suggestions: { response, orderings },
    selectedStrategy: orderings[0]?.key ?? null,
  }
}

function claudeAnswered(now: Suggesting, response: ParallelizationResponse): Suggesting {
  const orderings = withClaude(now.suggestions?.orderings ?? [], response)
  return {
    ...now,
    claude: { is: 'answered', costUsd: response.cost_usd },
    suggestions: {
      response: { ...(now.suggestions?.response ?? response), ...wordsOf(response) },
      orderings,
    },
    selectedStrategy: now.selectedStrategy ?? orderings[0]?.key ?? null,
  }
}

/** Claude's words replace ours, if it has said something. */
const wordsOf = ({ analysis_summary, dependency_insights }: ParallelizationResponse) => ({
  ...(analysis_summary !== '' && { analysis_summary }),
  ...(dependency_insights.length > 0 && { dependency_insights }),
})

function select(now: Suggesting, key: string): Suggesting {
  const isThere = now.suggestions?.orderings.some((ordering) => ordering.key === key) === true
  const canSelect = isShowing(now.state) || now.state === 'Highlighting'
  return isThere && canSelect ? { ...now, state: 'StrategySelected', selectedStrategy: key } : now
}

/** The user has moved workspaces to other phases: the ordering is selected, and its edited form is shown. */
function edited(now: Suggesting, ordering: Ordering): Suggesting {
  if (now.suggestions === null) return now
  const orderings = now.suggestions.orderings.map((each) =>
    each.key === ordering.key ? ordering : each,
  )
  return {
    ...now,
    state: 'StrategySelected',
    selectedStrategy: ordering.key,
    suggestions: { ...now.suggestions, orderings },
  }
}

function apply(now: Suggesting): Suggesting {
  const applied = selectedOrdering(now)
  return isShowing(now.state) && applied !== null ? { ...now, state: 'Highlighting', applied } : now
}

/** In the open dialog Clear takes the highlights away and leaves the dialog open. */
function cleared(now: Suggesting): Suggesting {
  if (now.applied === null) return now
  return now.state === 'Highlighting' ? IDLE : { ...now, applied: null }
}

/** What was suggested stays with the highlights, so that another of its orderings can be chosen. */
const closed = (now: Suggesting): Suggesting =>
  now.applied === null ? IDLE : { ...now, state: 'Highlighting', error: null, claude: NOT_ASKED }
