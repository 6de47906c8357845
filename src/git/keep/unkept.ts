/** Which commits nothing would keep. */
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { mustGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'

export const RESCUED = 'refs/conductor/rescue'

/** Branches and what was rescued before: nothing they reach can be collected. */
export const KEEPING = ['refs/heads', RESCUED] as const

/** To look at a tag or a branch of someone else's is not to make it. */
export const PUBLISHED = ['refs/tags', 'refs/remotes'] as const

export interface Ref {
  readonly ref: string
  readonly object: string
}

export async function refsIn(
  { common }: Repository,
  places: readonly string[],
): Promise<readonly Ref[]> {
  const format = '--format=%(objectname) %(refname)'
  const said = await mustGit(['for-each-ref', format, ...places], { in: common })
  return said.split('\n').flatMap((line) => {
    const [, object, ref] = /^(\w+) (.+)$/.exec(line) ?? []
    return object === undefined || ref === undefined ? [] : [{ object, ref }]
  })
}

/**
 * Those of the commits that neither a keeper nor another of them reaches; keeping these keeps all.
 * Commits that are gone already are left out.
 */
export async function unkeptTips(
  { common }: Repository,
  commits: readonly CommitId[],
  keepers: readonly string[],
): Promise<readonly CommitId[]> {
  if (commits.length === 0) return []
  const input = [...commits, ...keepers.map((keeper) => `^${keeper}`), ''].join('\n')
  const words = ['rev-list', '--ignore-missing', '--topo-order', '--parents', '--stdin']
  const said = await mustGit(words, { in: common, input })
  const rows = said.split('\n').map((line) => line.split(' '))
  const inner = new Set(rows.flatMap(([, ...parents]) => parents))
  return rows.flatMap(([id]) => (id && !inner.has(id) ? [commitId(id)] : []))
}
