/** A cache of values that were worked out from a store, for as long as that store is not replaced. */
import type { EventLog } from '../served/served-log.ts'

/** The cache is emptied when the store was replaced; beyond `most` entries the one kept longest is dropped. */
export function storeCache<Key, Value>({ identity }: EventLog, most: number) {
  const kept = new Map<Key, Value>()
  // Asked only with the first entry: a store that cannot be opened must not keep the API from being put together.
  let store: unknown
  return {
    get: (key: Key): Value | undefined => current().get(key),
    keep(key: Key, value: Value): void {
      current().delete(key)
      kept.set(key, value)
      if (kept.size > most) kept.delete(kept.keys().next().value!)
    },
  }

  function current(): Map<Key, Value> {
    const present = identity?.()
    if (present !== store) kept.clear()
    store = present
    return kept
  }
}
