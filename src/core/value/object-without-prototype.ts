/** A table by names that people choose; it has no prototype, so "constructor" is found only if it was put in. */
export const objectWithoutPrototype = <Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, Object.fromEntries(entries))
