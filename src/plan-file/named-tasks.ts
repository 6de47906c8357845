/** The tasks that names in a plan may refer to. */
import { closest } from '../core/value/closest.ts'
import { complain, didYouMean, type Complaint, type Path } from '../yaml-file/problem.ts'

/** A task id that stands somewhere in the file. */
export interface Mention {
  readonly id: string
  readonly path: Path
}

/** Text entries of a list; anything else in it has been complained about already. */
export const mentionsIn = (list: unknown, path: Path): readonly Mention[] =>
  Array.isArray(list)
    ? list.flatMap((id, i) => (typeof id === 'string' ? [{ id, path: [...path, i] }] : []))
    : []

export interface NamedTasks {
  readonly has: (id: string) => boolean
  /** A complaint for a name that belongs to no task. */
  readonly unknown: (mention: Mention, message: string) => Complaint
}

/** Looking for what was meant takes a while in a large plan, and nobody reads more than this. */
const MOST_SUGGESTIONS = 20

export function namedTasks(ids: ReadonlySet<string>): NamedTasks {
  let left = MOST_SUGGESTIONS
  const suggest = (id: string) => (left-- > 0 ? didYouMean(closest(id, ids)) : null)
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
