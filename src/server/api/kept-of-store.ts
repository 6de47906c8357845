/** What was worked out of a store, for as long as it is the same one. */
import type { EventLog } from '../served-repository.ts'

/** Empty again when the store was replaced; whoever was kept first goes first. */
export function keptOfStore<Key, Value>({ identity }: EventLog, most: number) {
  const kept = new Map<Key, Value>()
  let store = identity?.()
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
