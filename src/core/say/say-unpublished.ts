/** Commits of submodules that must be pushed before others can use what has landed, and how. */
import { shellWord } from '../text/command-line.ts'
import type { Unpublished } from '../landing/delivery.ts'
import { deliveryOf, tasksWhere, type Run } from '../run/run.ts'

/** Of all that has landed, each once: tasks of one lane stand on one another. */
export function unpublishedIn(run: Run): readonly Unpublished[] {
  const landed = tasksWhere(run, ({ is }) => is === 'landed')
  const found = landed.flatMap(({ id }) => deliveryOf(run, id)?.unpublished ?? [])
  return [...new Map(found.map((one) => [`${one.path} ${one.ref}`, one])).values()]
}

/** Works in the repository around it, also when the folder is gone. url: for a person to fill in where there is none. */
export const pushOf = ({ url, ref, branch }: Unpublished): string =>
  `git push ${url === null ? '<url>' : shellWord(url)} ${ref}:refs/heads/${shellWord(branch)}`

/** After the name of what has the submodule in it. */
export const sayUnpublished = (one: Unpublished): string =>
  `${one.path} is at ${one.commit.slice(0, 9)}, which ${sayWhy(one)}; nobody else can use that before it is pushed: \`${pushOf(one)}\``

const sayWhy = ({ url }: Unpublished): string =>
  url === null
    ? 'no remote has (it has none: make a repository for it, and name that as <url>)'
    : 'its remote does not have'
