/** Things that happen once and stay so: whoever waits for one later does not wait at all. */

export interface Signals {
  give(name: string): void
  given(name: string): Promise<void>
}

export function signals(): Signals {
  const found = new Map<string, PromiseWithResolvers<void>>()
  const signal = (name: string): PromiseWithResolvers<void> => {
    const known = found.get(name) ?? Promise.withResolvers<void>()
    found.set(name, known)
    return known
  }
  return {
    give: (name) => signal(name).resolve(),
    given: (name) => signal(name).promise,
  }
}
