/**
 * A table whose keys are names that people choose. It has no prototype, so a name that every object has, such as
 * "constructor", is found only if it was put in.
 */
export const tableOf = <Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, Object.fromEntries(entries))
