/** The remotes of a repository, with their addresses. */
import type { Remote } from '../../core/workspace/branch-view.ts'
import { runGit } from './git-command.ts'

/** None where there is no repository. */
export const remotesOf = async (folder: string): Promise<readonly Remote[]> =>
  remotesIn((await runGit(['remote', '--verbose'], { in: folder })) ?? '')

/** The remotes that a repository is usually cloned from come first. */
const FIRST = ['upstream', 'origin']

/** listing: of `git remote --verbose`. */
export function remotesIn(listing: string): readonly Remote[] {
  const rows = listing.split('\n').map((row) => /^(\S+)\t(.+) \(fetch\)/.exec(row))
  const remotes = rows.flatMap((row) => (row === null ? [] : [{ name: row[1]!, address: row[2]! }]))
  const place = ({ name }: Remote): number => [...FIRST, name].indexOf(name)
  return remotes.toSorted((one, other) => place(one) - place(other))
}
