/** Compares two answers by form: every field of the recorded one must be in ours, with the same type. */

/** Sentences about what is missing or of another type. Null may stand for anything: GitHub has it where nothing is set. */
export function differences(recorded: unknown, ours: unknown, at = ''): readonly string[] {
  if (recorded === null || ours === null) return []
  if (typeOf(recorded) !== typeOf(ours))
    return [`${at} is ${typeOf(ours)}, and was recorded as ${typeOf(recorded)}`]
  if (Array.isArray(recorded))
    return recorded.length === 0 || (ours as unknown[]).length === 0
      ? []
      : differences(recorded[0], (ours as unknown[])[0], `${at}/0`)
  if (typeof recorded !== 'object') return []
  return Object.entries(recorded).flatMap(([key, value]) =>
    key in (ours as object)
      ? differences(value, (ours as Record<string, unknown>)[key], `${at}/${key}`)
      : [`${at}/${key} is missing`],
  )
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
