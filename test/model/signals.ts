/** Signals that are given once and stay given: to await one later resolves at once. */

export interface Signals {
  give(name: string): void
  given(name: string): Promise<void>
}

export function signals(): Signals {
  const byName = new Map<string, PromiseWithResolvers<void>>()
  const signal = (name: string): PromiseWithResolvers<void> => {
    const deferred = byName.get(name) ?? Promise.withResolvers<void>()
    byName.set(name, deferred)
    return deferred
  }
  return {
    give: (name) => signal(name).resolve(),
    given: (name) => signal(name).promise,
  }
}
