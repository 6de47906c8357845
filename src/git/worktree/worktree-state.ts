/** Tells where the HEAD of a worktree stands, and which merge, rebase or the like is unfinished there. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { objectsAt } from '../call/commits.ts'
import { mustGit } from '../call/git-command.ts'
import { headOf } from '../call/registered-worktrees.ts'
import type { WorktreeGit } from './worktree-git.ts'

export interface WorktreeState {
  /** null: HEAD stands on no commit. */
  readonly head: CommitId | null
  /** The ref HEAD follows; null: it is detached. */
  readonly on: string | null
  /** Where the lane's branch stands; null: someone has deleted it. */
  readonly tip: CommitId | null
  /** The commits that are being merged. */
  readonly merging: readonly CommitId[]
  /** What is unfinished: "merge", "rebase", ... */
  readonly begun: string | null
}

export async function stateOf(git: WorktreeGit, branch: string): Promise<WorktreeState> {
  const ref = `refs/heads/${branch}`
  const [head = null, tip = null] = await objectsAt([`HEAD^{commit}`, `${ref}^{commit}`], git)
  if (git.admin === null)
    return { head: idOf(tip), on: ref, tip: idOf(tip), merging: [], begun: null }
  const merging = await notYetIn(git, idOf(head), mergeHeads(git.admin))
  const on = headOf(git.admin)
  return { head: idOf(head), on, tip: idOf(tip), merging, begun: begunIn(git.admin) }
}

const idOf = (object: string | null): CommitId | null => (object === null ? null : commitId(object))

/**
 * The commits of a merge that HEAD does not have yet: an interrupted seal may have committed the merge
 * without ending it.
 */
async function notYetIn(
  git: WorktreeGit,
  head: CommitId | null,
  commits: readonly CommitId[],
): Promise<readonly CommitId[]> {
  if (head === null || commits.length === 0) return []
  const input = [...commits, `^${head}`, ''].join('\n')
  const listing = await mustGit(['rev-list', '--no-walk', '--stdin'], { ...git, input })
  return commits.filter((commit) => listing.includes(commit))
}

/** The commits of an unfinished merge in the worktree. */
export function mergeHeads(admin: string): readonly CommitId[] {
  const file = join(admin, 'MERGE_HEAD')
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(/^[0-9a-f]{40,64}$/gm)].map(([id]) => commitId(id))
}

const SIGNS = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_LOG', 'bisect'],
] as const

export const begunIn = (admin: string): string | null =>
  SIGNS.find(([file]) => existsSync(join(admin, file)))?.[1] ?? null

const OTHERS =
  'MERGE_MODE MERGE_MSG MERGE_RR MERGE_AUTOSTASH AUTO_MERGE SQUASH_MSG REBASE_HEAD BISECT_START ' +
  'BISECT_NAMES BISECT_TERMS BISECT_EXPECTED_REV BISECT_ANCESTORS_OK BISECT_RUN refs/bisect ' +
  'refs/rewritten'

/** Ends every unfinished operation; what it held is kept elsewhere by now. */
export function endBegun(admin: string): void {
  for (const file of [...SIGNS.map(([file]) => file), ...OTHERS.split(' ')])
    rmSync(join(admin, file), { recursive: true, force: true })
}
