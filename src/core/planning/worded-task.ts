/** The name and the id of a task of which a person has only written what should be done. */
import { idGiver, shortSlug } from './task-ids.ts'

const LONGEST_NAME = 80

/** The first line that says something, without the signs of Markdown; empty when there is none. */
export function nameFromWords(words: string): string {
  const line = words
    .split('\n')
    .map((text) => text.replace(/^[\s#>*+-]*(?:\[[ x]\]\s*|\d+[.)]\s+)?/i, '').trim())
    .find((text) => /[\p{L}\p{N}]/u.test(text))
  const plain = (line ?? '')
    .replaceAll(/[`*_]{1,3}(\S[^`*_]*)[`*_]{1,3}/g, '$1')
    .replace(/[.:\s]+$/, '')
  return plain.length <= LONGEST_NAME
    ? plain
    : `${plain.slice(0, LONGEST_NAME).replace(/\s+\S*$/, '')} …`
}

/** An id that no other task has. */
export function idFromWords(words: string, taken: Iterable<string>): string {
  const give = idGiver()
  for (const id of taken) give(id)
  return give(shortSlug(nameFromWords(words)))
}
