/** The expertise that a person or a program names by its domains; none named: all of it. */
import { closestWord } from '../value/closest-word.ts'
import type { Expertise } from './expertise.ts'

export type Chosen =
  | { readonly ok: true; readonly expertise: readonly Expertise[] }
  | { readonly ok: false; readonly message: string; readonly hint: string | null }

export function chooseExpertise(all: readonly Expertise[], domains: readonly string[]): Chosen {
  const names = all.map(({ domain }) => domain)
  const unknown = domains.find((domain) => !names.includes(domain))
  if (unknown !== undefined)
    return {
      ok: false,
      message: `nothing has been learnt about "${unknown}" here`,
      hint: hintFor(unknown, names),
    }
  const chosen = all.filter(({ domain }) => domains.length === 0 || domains.includes(domain))
  return { ok: true, expertise: chosen }
}

function hintFor(unknown: string, known: readonly string[]): string | null {
  if (known.length === 0) return null
  const meant = closestWord(unknown, known)
  return meant === null ? `there are ${known.join(', ')}` : `did you mean "${meant}"?`
}
