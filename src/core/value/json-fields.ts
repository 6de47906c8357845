/** The fields of a JSON object that somebody else has written; null: it is none, or not a whole one. */
export function jsonFields(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text)
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}
