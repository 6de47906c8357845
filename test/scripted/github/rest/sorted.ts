/** The order of a list of issues or pull requests: newest first, unless the query says otherwise. */
import type { Issue, Pull } from '../state/model.ts'

export function sorted<T extends Issue | Pull>(all: readonly T[], query: URLSearchParams): T[] {
  const key = KEYS[query.get('sort') ?? 'created'] ?? KEYS['created']!
  const sign = query.get('direction') === 'asc' ? 1 : -1
  return all.toSorted((one, other) => sign * (key(one) - key(other) || one.number - other.number))
}

const KEYS: Readonly<Record<string, (one: Issue | Pull) => number>> = {
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  comments: ({ comments }) => comments.length,
}
