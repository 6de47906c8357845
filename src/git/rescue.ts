/** TEMP stand-in: makes commits reachable that no branch holds. */
import type { AttemptId, CommitId, LaneName, RunId } from '../core/ids.ts'
import { mustGit } from './git-command.ts'
import type { Repository } from './repository.ts'

export async function rescue(
  repository: Repository,
  commits: readonly CommitId[],
  note: {
    readonly run: RunId
    readonly lane: LaneName
    readonly attempt: AttemptId | null
    readonly why: string
  },
): Promise<string | null> {
  const using = { in: repository.root }
  const left: CommitId[] = []
  const named = await mustGit(['for-each-ref', '--format=%(objectname)', 'refs/heads'], using)
  const others = named.split('\n').filter((tip) => !commits.includes(tip as CommitId))
  for (const commit of new Set(commits))
    if ((await mustGit(['rev-list', '-n1', commit, '--not', ...others], using)) !== '')
      left.push(commit)
  if (left.length === 0) return null
  const ref = `refs/conductor/rescue/run-${note.run}/${note.lane}-${left[0]!.slice(0, 12)}`
  for (const [i, commit] of left.entries())
    await mustGit(['update-ref', i === 0 ? ref : `${ref}-${i + 1}`, commit], using)
  return ref
}
