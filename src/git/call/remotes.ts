/** Reads the remotes of a repository with their URLs. */
import type { Remote } from '../../core/workspace/branch-view.ts'
import { runGit } from './git-command.ts'

/** Empty without a repository. */
export const remotesOf = async (folder: string): Promise<readonly Remote[]> =>
  remotesIn((await runGit(['remote', '--verbose'], { in: folder })) ?? '')

/** The usual names of remotes come first. */
const FIRST = ['upstream', 'origin']

/** listing: the output of `git remote --verbose`. */
export function remotesIn(listing: string): readonly Remote[] {
  const rows = listing.split('\n').map((row) => /^(\S+)\t(.+) \(fetch\)/.exec(row))
  const remotes = rows.flatMap((row) => (row === null ? [] : [{ name: row[1]!, address: row[2]! }]))
  const place = ({ name }: Remote): number => [...FIRST, name].indexOf(name)
  return remotes.toSorted((one, other) => place(one) - place(other))
}
