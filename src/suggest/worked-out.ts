/** Offline orderings that were worked out before, for exactly the same graph and wish: so they are never out of date. */
import {
  suggestOffline,
  type OfflineSuggestion,
  type SuggestionWish,
} from '../core/ordering/suggest-offline.ts'
import type { WorkspaceGraph } from '../core/ordering/workspace-graph.ts'

/** One for what the page asks first, and some for other wishes. */
const MOST = 4

export function workedOut(): (graph: WorkspaceGraph, wish: SuggestionWish) => OfflineSuggestion {
  const suggestions = new Map<string, OfflineSuggestion>()
  return (graph, wish) => {
    const key = keyOf(graph, wish)
    const suggestion = suggestions.get(key) ?? suggestOffline(graph, wish)
    suggestions.delete(key)
    suggestions.set(key, suggestion)
    for (const oldest of [...suggestions.keys()].slice(0, -MOST)) suggestions.delete(oldest)
    return suggestion
  }
}

/** Everything that an ordering and its words and figures are made from. */
const keyOf = (
  { items, before, problems, workspaceCount, repositoryCount }: WorkspaceGraph,
  { times, ...wish }: SuggestionWish,
): string =>
  JSON.stringify([
    [items, before, problems, workspaceCount, repositoryCount],
    [wish, { ...times, known: [...times.known] }],
  ])
