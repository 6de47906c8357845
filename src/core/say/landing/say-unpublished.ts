/** Submodule commits that must be pushed before others can use what has landed, and how to push them. */
import { shellWord } from '../../text/command-line.ts'
import type { Unpublished } from '../../landing/delivery.ts'
import { deliveryOf, tasksWhere, type Run } from '../../run/run.ts'

/** Those of all landed tasks, each once, because the tasks of one lane build on one another. */
export function unpublishedIn(run: Run): readonly Unpublished[] {
  const landed = tasksWhere(run, ({ is }) => is === 'landed')
  const unpublished = landed.flatMap(({ id }) => deliveryOf(run, id)?.unpublished ?? [])
  return [...new Map(unpublished.map((one) => [`${one.path} ${one.ref}`, one])).values()]
}

/** Works in the repository around the submodule, even when the folder is gone. `<url>` is for a person to fill in. */
export const pushOf = ({ url, ref, branch }: Unpublished): string =>
  `git push ${url === null ? '<url>' : shellWord(url)} ${ref}:refs/heads/${shellWord(branch)}`

/** Follows the name of the repository that has the submodule. */
export const sayUnpublished = (one: Unpublished): string =>
  `${one.path} is at ${one.commit.slice(0, 9)}, which ${sayWhy(one)}; others cannot use it before it is pushed: \`${pushOf(one)}\``

const sayWhy = ({ url }: Unpublished): string =>
  url === null
    ? 'no remote has (the submodule has none: make a repository for it, and use its address as <url>)'
    : 'its remote does not have'
