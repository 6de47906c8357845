/** Keeps how suggestions are used in this repository, over all servers and commands. */
import { NO_USE, withUse, type SuggestionUse } from '../../core/ordering/suggestion-use.ts'
import { inHome } from '../../core/value/home-paths.ts'
import { jsonFields } from '../../core/value/json-fields.ts'
import type { KeptUse } from '../../server/served/served-workspaces.ts'
import { privateFile } from './cache-file.ts'

export function keptUse(home: string): KeptUse {
  const file = privateFile(inHome(home, 'suggestionUse'))
  const all = (): SuggestionUse => useIn(file.read() ?? '')
  return {
    all,
    add: (entry) => file.write(`${JSON.stringify(withUse(all(), entry))}\n`),
  }
}

/** Fields that a newer or older version has not written are as if nothing had happened. */
function useIn(text: string): SuggestionUse {
  const fields = jsonFields(text) ?? {}
  const entries = Object.entries(NO_USE).map(([key, usual]) => {
    const value = fields[key]
    if (Array.isArray(usual)) return [key, Array.isArray(value) ? value : usual]
    if (typeof usual === 'number') return [key, typeof value === 'number' ? value : usual]
    return [key, { ...(usual as object), ...(isObject(value) ? value : {}) }]
  })
  return Object.fromEntries(entries) as SuggestionUse
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
