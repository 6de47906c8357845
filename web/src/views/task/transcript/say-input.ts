/** The input of a tool as words: JSON is for machines. */

/** null: it is not the JSON of an object, or was cut. */
export function sayInput(json: string): string | null {
  if (!json.startsWith('{')) return null
  try {
    return Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>)
      .map(([name, value]) => `${name}: ${sayValue(value)}`)
      .join(' · ')
  } catch {
    return null
  }
}

const sayValue = (value: unknown): string => {
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ')
  return Array.isArray(value) ? value.map(sayValue).join(', ') : JSON.stringify(value)
}
