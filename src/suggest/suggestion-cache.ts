/** Keeps Claude's orderings for a while, in memory and, if wanted, in a file that survives a restart. */
import type { ParallelizationResponse } from '../core/ordering/suggestion.ts'
import { jsonFields } from '../core/value/json-fields.ts'

interface CachedSuggestion {
  readonly tree_hash: string
  readonly suggestions: ParallelizationResponse
  /** Milliseconds since 1970. */
  readonly created_at: number
  readonly ttl_seconds: number
}

/** The file of a cache; null: there is none. */
export interface CacheFile {
  read(): string | null
  /** May throw, for example when the disk is full. */
  write(text: string): void
}

export interface SuggestionCache {
  /** null: there is none, or it is too old and was deleted. */
  get(treeHash: string): ParallelizationResponse | null
  set(treeHash: string, suggestions: ParallelizationResponse, ttlSeconds: number): void
  readonly size: number
}

const MOST_ENTRIES = 100

const isValid = ({ created_at, ttl_seconds }: CachedSuggestion, now: number): boolean =>
  now - created_at < ttl_seconds * 1000 && now >= created_at

export function suggestionCache(now: () => number, file: CacheFile | null = null): SuggestionCache {
  const entries = new Map<string, CachedSuggestion>()
  for (const entry of entriesIn(file?.read() ?? '')) entries.set(entry.tree_hash, entry)
  deleteExpired()
  return {
    get(treeHash) {
      deleteExpired()
      return entries.get(treeHash)?.suggestions ?? null
    },
    set(treeHash, suggestions, ttlSeconds) {
      deleteExpired()
      if (ttlSeconds === 0) return
      entries.delete(treeHash)
      entries.set(treeHash, {
        tree_hash: treeHash,
        suggestions,
        created_at: now(),
        ttl_seconds: ttlSeconds,
      })
      for (const oldest of [...entries.keys()].slice(0, -MOST_ENTRIES)) entries.delete(oldest)
      save()
    },
    get size() {
      return entries.size
    },
  }

  function deleteExpired(): void {
    const old = [...entries.values()].filter((entry) => !isValid(entry, now()))
    for (const { tree_hash } of old) entries.delete(tree_hash)
    if (old.length > 0) save()
  }

  /** A cache that cannot be written is only a slower one. */
  function save(): void {
    try {
      file?.write(`${JSON.stringify({ entries: [...entries.values()] })}\n`)
    } catch {
      // The disk is full, or the folder is gone.
    }
  }
}

/** A damaged file counts as empty. */
function entriesIn(text: string): readonly CachedSuggestion[] {
  const entries = jsonFields(text)?.['entries']
  return Array.isArray(entries) ? entries.filter(isEntry) : []
}

function isEntry(value: unknown): value is CachedSuggestion {
  if (typeof value !== 'object' || value === null) return false
  const { tree_hash, suggestions, created_at, ttl_seconds } = value as Partial<CachedSuggestion>
  return (
    typeof tree_hash === 'string' &&
    typeof created_at === 'number' &&
    typeof ttl_seconds === 'number' &&
    Array.isArray(suggestions?.strategies)
  )
}
