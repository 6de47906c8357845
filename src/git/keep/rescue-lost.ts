/** Rescues the commits of an attempt that its branch does not reach when its worktree is sealed. */
import type { Worktree } from '../../conduct/worktree-ports.ts'
import type { CommitId } from '../../core/value/ids.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'
import type { WorktreeState } from '../worktree/worktree-state.ts'
import type { Sealing } from './commit-leftovers.ts'
import { commitsMade } from './commits-made.ts'
import { rescue } from './rescue.ts'
import { PUBLISHED, unkeptTips, type Ref } from './unkept.ts'

interface Left {
  readonly git: WorktreeGit
  readonly worktree: Worktree
  readonly request: Pick<Sealing, 'run' | 'attempt'>
}

/** Rescues commits that were made here and that the new tip does not reach: amended, reset, rebased, stashed, left. */
export async function rescueLost(
  { git, worktree, request }: Left,
  state: WorktreeState,
  commit: CommitId | null,
  refs: readonly Ref[],
): Promise<readonly string[]> {
  const safe = [...keepersAmong(refs, worktree.branch), ...(commit === null ? [] : [commit])]
  const { made, visited } = await commitsMade(git, worktree.branch)
  const ours = state.tip === null ? made : [...made, state.tip]
  // Usually everything is safe, and one call of git shows that.
  if ((await unkeptTips(git.repository, [...ours, ...visited], safe)).length === 0) return []
  const unpublished = await unkeptTips(git.repository, visited, publishedAmong(refs))
  const lost = await unkeptTips(git.repository, [...ours, ...unpublished], safe)
  const { run, attempt } = request
  const why = `made in the worktree of ${worktree.lane} and left behind there: amended, reset, rebased or stashed`
  const ref = await rescue(git.repository, lost, { run, lane: worktree.lane, attempt, why })
  return ref === null ? [] : [`Commits that were left behind are kept as ${ref}.`]
}

const isPublished = ({ ref }: Ref): boolean =>
  PUBLISHED.some((place) => ref.startsWith(`${place}/`))

const publishedAmong = (refs: readonly Ref[]): readonly string[] =>
  refs.filter(isPublished).map(({ object }) => object)

/** The refs that keep commits. The worktree's own branch is not one of them, because it is about to move. */
const keepersAmong = (refs: readonly Ref[], branch: string): readonly string[] =>
  refs
    .filter((one) => !isPublished(one) && one.ref !== `refs/heads/${branch}`)
    .map(({ object }) => object)
