/** Tables by names that people choose. */

/** It has what was put into it, and nothing else: somebody may ask for a name that every object has, such as "constructor". */
export const tableOf = <Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, Object.fromEntries(entries))
