/** Settings of a view are kept in the query of the URL, so that a link shows the same to others. */
import { useSearchParams } from 'wouter'

export interface Address {
  /** null: the query does not have the key. */
  get(key: string): string | null
  /** A value of null removes its key. */
  change(change: Readonly<Record<string, string | null>>): void
}

export function useAddress(): Address {
  const [search, setSearch] = useSearchParams()
  return {
    get: (key) => search.get(key),
    change: (change) => setSearch((before) => changed(before, change), { replace: true }),
  }
}

function changed(
  before: URLSearchParams,
  change: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const [key, value] of Object.entries(change))
    if (value === null) next.delete(key)
    else next.set(key, value)
  return next
}
