/** Which branches count as workspaces, when no worktree and no run tells of them. */
import { sayCount } from '../say/say-count.ts'
import { formatDuration } from '../value/duration.ts'
import type { TrackerNotice } from './tracker.ts'

export interface ListedBranch {
  readonly name: string
  /** False: only a remote has it. */
  readonly isLocal: boolean
  /** When its newest commit was made. */
  readonly committedAt: number
}

export interface BranchChoice {
  readonly now: number
  /** A branch whose newest commit is older does not count. */
  readonly withinSeconds: number
  /** Of more branches than this, the newest count. */
  readonly most: number
  /** Whether branches that only a remote has count, too. */
  readonly alsoRemote: boolean
  /** Whether the branch has changes that the default branch does not have. */
  hasOpenWork(branch: string): boolean
  /** Branches that count anyway. */
  readonly known: ReadonlySet<string>
}

export interface ChosenBranches {
  readonly branches: readonly ListedBranch[]
  readonly notices: readonly Omit<TrackerNotice, 'repository'>[]
}

export function chooseBranches(
  listed: readonly ListedBranch[],
  { now, withinSeconds, most, alsoRemote, hasOpenWork, known }: BranchChoice,
): ChosenBranches {
  const since = now - withinSeconds * 1000
  const open = listed.filter(
    ({ name, committedAt }) => !known.has(name) && committedAt >= since && hasOpenWork(name),
  )
  const counting = open.filter(({ isLocal }) => isLocal || alsoRemote)
  const newestFirst = counting.toSorted((one, other) => other.committedAt - one.committedAt)
  const branches = newestFirst.slice(0, most)
  const tooMany = newestFirst.length - branches.length
  const remote = open.length - counting.length
  return {
    branches,
    notices: [
      ...(tooMany > 0 ? [sayTooMany(tooMany, most)] : []),
      ...(remote > 0 ? [sayRemote(remote, withinSeconds)] : []),
    ],
  }
}

const branchCount = (count: number): string => sayCount(count, 'branch', 'branches')

const sayTooMany = (count: number, most: number) => ({
  message: `left out: ${branchCount(count)} without a worktree, with the oldest commits`,
  hint: `the setting workspaces.max_branches is ${most}`,
})

const sayRemote = (count: number, withinSeconds: number) => ({
  message: `not shown: ${branchCount(count)} of the last ${formatDuration(withinSeconds)} that only a remote has.`,
  hint: 'To see them as well, set workspaces.remote_branches: true in .conductor/config.yaml.',
})
