/** Finds the commits that no ref keeps. */
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { mustGit } from '../call/git-command.ts'
import type { Repository } from '../call/repository.ts'

export const RESCUED = 'refs/conductor/rescue'

/** Branches and earlier rescues: git never collects a commit that they reach. */
export const KEEPING = ['refs/heads', RESCUED] as const

/** Commits of tags and remote branches: an agent that visited them has not made them. */
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
  const listing = await mustGit(['for-each-ref', format, ...places], { in: common })
  return listing.split('\n').flatMap((line) => {
    const [, object, ref] = /^(\w+) (.+)$/.exec(line) ?? []
    return object === undefined || ref === undefined ? [] : [{ object, ref }]
  })
}

/**
 * Those of the commits that neither a keeper nor another of them reaches; keeping these keeps all. Commits
 * that git does not have any more are left out.
 */
export async function unkeptTips(
  { common }: Repository,
  commits: readonly CommitId[],
  keepers: readonly string[],
): Promise<readonly CommitId[]> {
  if (commits.length === 0) return []
  const input = [...commits, ...keepers.map((keeper) => `^${keeper}`), ''].join('\n')
  const words = ['rev-list', '--ignore-missing', '--topo-order', '--parents', '--stdin']
  const listing = await mustGit(words, { in: common, input })
  const rows = listing.split('\n').map((line) => line.split(' '))
  const inner = new Set(rows.flatMap(([, ...parents]) => parents))
  return rows.flatMap(([id]) => (id && !inner.has(id) ? [commitId(id)] : []))
}
