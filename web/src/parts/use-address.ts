/** What is shown is in the address, so that it can be sent to somebody. */
import { useSearchParams } from 'wouter'

export interface Address {
  /** null: it is not said. */
  get(key: string): string | null
  /** null: no longer said. */
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
