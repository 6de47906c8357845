/** The tasks that names in a plan may refer to. */
import { closestWord } from '../core/value/closest-word.ts'
import { complain, didYouMean, type Complaint, type Path } from '../yaml-file/problem.ts'

/** A task id that is mentioned in the file, and its place. */
export interface Mention {
  readonly id: string
  readonly path: Path
}

/** The text entries of a list; the schema has already complained about any other entry. */
export const mentionsIn = (list: unknown, path: Path): readonly Mention[] =>
  Array.isArray(list)
    ? list.flatMap((id, i) => (typeof id === 'string' ? [{ id, path: [...path, i] }] : []))
    : []

export interface NamedTasks {
  readonly has: (id: string) => boolean
  /** Makes a complaint about a name that belongs to no task. */
  readonly unknown: (mention: Mention, message: string) => Complaint
}

/** Finding a suggestion takes a while in a large plan, and a person does not read more than this many. */
const MOST_SUGGESTIONS = 20

export function namedTasks(ids: ReadonlySet<string>): NamedTasks {
  let left = MOST_SUGGESTIONS
  const suggest = (id: string) => (left-- > 0 ? didYouMean(closestWord(id, ids)) : null)
  return {
    has: (id) => ids.has(id),
    unknown: ({ id, path }, message) => complain(path, message, suggest(id)),
  }
}

/** The mentions that repeat an earlier one. */
export function repeated(mentions: readonly Mention[]): readonly Mention[] {
  const seen = new Set<string>()
  return mentions.filter(({ id }) => seen.size === seen.add(id).size)
}
