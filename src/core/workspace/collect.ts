/** Decides which branches of a repository are workspaces, from all sources that tell of it. */
import { relationsIn } from './branch-history.ts'
import type { BranchView, SeenWorktree } from './branch-view.ts'
import { chooseBranches } from './choose-branches.ts'
import { foundWorkspace, type FoundWorkspace, type PullRequest } from './found.ts'
import type { TrackerNotice } from './tracker.ts'

export interface Sources {
  readonly git: BranchView
  /** Of our own runs, the newest run first. */
  readonly own: readonly FoundWorkspace[]
  /** Of our own runs: those that will have a branch as soon as their task starts. */
  readonly planned: readonly FoundWorkspace[]
  /** Branches of our own runs that no longer have to be merged. They count only if work still happens on them. */
  readonly done: readonly string[]
  /** Of other programs. */
  readonly others: readonly FoundWorkspace[]
  readonly pulls: readonly PullRequest[]
  /** Folders of worktrees without a branch that are meant to have none. */
  readonly withoutBranch: ReadonlySet<string>
}

export interface WhichCount {
  readonly now: number
  readonly withinSeconds: number
  readonly mostBranches: number
  readonly remoteBranches: boolean
  /** all: every open pull request of this time has a place in the tree. workspaces: only those of workspaces. */
  readonly pullRequests: 'all' | 'workspaces'
}

interface Collected {
  /** What an earlier source tells counts more. */
  readonly workspaces: readonly FoundWorkspace[]
  readonly pulls: readonly PullRequest[]
  readonly notices: readonly Omit<TrackerNotice, 'repository'>[]
}

export function collectWorkspaces(sources: Sources, which: WhichCount): Collected {
  const { git, others } = sources
  const relations = relationsIn(git.history)
  const worktrees = git.worktrees.filter(isOnBranch).map((each) => ofWorktree(each, git))
  const inWorktrees = new Set(worktrees.map(({ branch }) => branch))
  const exists = new Set(git.branches.map(({ name }) => name))
  /** A branch that was squash-merged still has commits of its own, but no open work. */
  const hasOpenWork = (branch: string): boolean =>
    relations.hasOwnCommits(branch) && !git.merged.has(branch)
  const own = sources.own.filter((each) => exists.has(each.branch) && isOfInterest(each))
  const collected = [...own, ...sources.planned, ...others, ...worktrees]
  const chosen = chooseBranches(git.branches, {
    now: which.now,
    withinSeconds: which.withinSeconds,
    most: which.mostBranches,
    alsoRemote: which.remoteBranches,
    hasOpenWork,
    known: new Set([...collected.map(({ branch }) => branch), ...sources.done]),
  })
  const committedAt = new Map(git.branches.map((each) => [each.name, each.committedAt]))
  const branches = [...inWorktrees, ...chosen.branches.map(({ name }) => name)]
  const dates = branches.map((branch) =>
    foundWorkspace({ branch, lastActiveAt: committedAt.get(branch) ?? null }),
  )
  const workspaces = [...collected, ...dates]
  return {
    workspaces,
    pulls: choosePulls(sources.pulls, workspaces, which),
    notices: [...chosen.notices, ...sayDetached(sources)],
  }

  /** What a run has landed, and a run with nothing to merge, are shown for a while only. */
  function isOfInterest({ branch, standing, lastActiveAt }: FoundWorkspace): boolean {
    if (inWorktrees.has(branch)) return true
    const isOld = (lastActiveAt ?? 0) < which.now - which.withinSeconds * 1000
    if (standing === null) return hasOpenWork(branch)
    return standing.status !== 'merged' || !isOld
  }
}

type OnBranch = SeenWorktree & { readonly branch: string }

const isOnBranch = (worktree: SeenWorktree): worktree is OnBranch => worktree.branch !== null

const ofWorktree = ({ branch, path, lastActiveAt }: OnBranch, git: BranchView): FoundWorkspace =>
  foundWorkspace({
    branch,
    path,
    lastActiveAt,
    standing: git.merged.has(branch) ? { status: 'merged', says: '' } : null,
  })

/** Pull requests of workspaces, and those below them; of the others only the recent ones. */
function choosePulls(
  pulls: readonly PullRequest[],
  workspaces: readonly FoundWorkspace[],
  { now, withinSeconds, pullRequests }: WhichCount,
): readonly PullRequest[] {
  const byHead = Map.groupBy(pulls, ({ head }) => head)
  const wanted = new Set(workspaces.map(({ branch }) => branch))
  if (pullRequests === 'all')
    for (const { head, updatedAt } of pulls)
      if ((updatedAt ?? 0) >= now - withinSeconds * 1000) wanted.add(head)
  // A set that grows while it is walked through also gives what was added.
  for (const head of wanted) for (const { base } of byHead.get(head) ?? []) wanted.add(base)
  return pulls.filter(({ head }) => wanted.has(head))
}

function sayDetached({ git, withoutBranch }: Sources): Collected['notices'] {
  const paths = git.worktrees
    .filter(
      ({ branch, path, isCheckout }) => branch === null && !isCheckout && !withoutBranch.has(path),
    )
    .map(({ path }) => path)
  if (paths.length === 0) return []
  return [
    {
      message: `these worktrees are on no branch and have no place in the tree: ${paths.join(', ')}`,
      hint: 'make a branch there: git switch --create <name>',
    },
  ]
}
