/**
 * Finds work that an attempt made and that is neither on the branch of its worktree nor in the folder: on
 * other branches, or stashed.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { commitAt, isAncestor } from '../call/commits.ts'
import { DURABLY } from '../call/durable.ts'
import { mustGit } from '../call/git-command.ts'
import type { WorktreeGit } from '../worktree/worktree-git.ts'
import { commitLeftovers, type Lane, type Sealing } from './commit-leftovers.ts'
import { commitsMade } from './commits-made.ts'
import { discard } from './take-in.ts'
import { unkeptTips } from './unkept.ts'

export interface Astray {
  /** A commit that holds the work. */
  readonly commit: CommitId
  /** null: the work was stashed. */
  readonly branch: string | null
}

/** commit: the tip of the branch of the worktree. */
export async function astrayFrom(
  git: WorktreeGit,
  { branch, base }: Worktree,
  commit: CommitId,
  { folder, others = [] }: Sealing,
): Promise<readonly Astray[]> {
  const { committed, stashed } = await commitsMade(git, branch, folder?.usedAt ?? 0)
  const tips = await unkeptTips(git.repository, committed, [base, commit])
  const containing = await Promise.all(tips.map((tip) => branchesWith(git, tip, others)))
  const branches = new Map(
    containing
      .flat()
      .filter(([, name]) => name !== branch)
      .map(([tip, name]) => [name, tip]),
  )
  return [
    ...[...branches]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, tip]) => ({ commit: tip, branch: name })),
    ...stashed.map((stash) => ({ commit: stash, branch: null })),
  ]
}

/** The branches that contain the commit, each with its tip; but not of a lane that was begun on it. */
async function branchesWith(
  git: WorktreeGit,
  commit: CommitId,
  lanes: readonly Lane[],
): Promise<readonly (readonly [CommitId, string])[]> {
  const format = '--format=%(objectname) %(refname)'
  const listing = await mustGit(['for-each-ref', format, `--contains=${commit}`, 'refs/heads'], git)
  const branches = listing.split('\n').flatMap((line) => {
    const [, tip, name] = /^(\w+) refs\/heads\/(.+)$/.exec(line) ?? []
    return tip === undefined || name === undefined ? [] : [[commitId(tip), name] as const]
  })
  const isBegunOn = await Promise.all(branches.map(([, name]) => hasBase(git, commit, name, lanes)))
  return branches.filter((_, i) => !isBegunOn[i])
}

async function hasBase(
  { repository }: WorktreeGit,
  commit: CommitId,
  branch: string,
  lanes: readonly Lane[],
): Promise<boolean> {
  const lane = lanes.find((one) => one.branch === branch)
  return lane !== undefined && isAncestor(commit, lane.base, repository.root)
}

/** A commit that can be landed; null: there are several, and it is unknown which one is meant. */
export async function landableOf(
  git: WorktreeGit,
  astray: readonly Astray[],
  request: Sealing,
): Promise<CommitId | null> {
  const [one, another] = astray
  if (one === undefined || another !== undefined) return null
  if (one.branch !== null) return one.commit
  const ref = `${KEPT}/${one.commit}`
  const kept = await commitAt(ref, git)
  if (kept !== null) return kept
  const commit = await commitOfStash(git, one.commit, request)
  await mustGit([...DURABLY, 'update-ref', ref, commit], git)
  return commit
}

/** The refs are named by the commit of the stash. */
const KEPT = 'refs/conductor/kept/stashes'

/**
 * Makes a commit of a stash: the tree of the stash has the tracked files, the tree of its third parent the
 * untracked ones.
 */
async function commitOfStash(
  worktree: WorktreeGit,
  stash: CommitId,
  request: Sealing,
): Promise<CommitId> {
  const { admin, repository, environment } = worktree
  const index = join(
    admin ?? repository.common,
    `conductor-index-${randomBytes(6).toString('hex')}`,
  )
  const git = { ...worktree, environment: { ...environment, GIT_INDEX_FILE: index } }
  const row = await mustGit(['rev-list', '--no-walk', '--parents', stash], git)
  const [, parent, , untracked] = row.split(' ')
  try {
    await mustGit([...DURABLY, 'read-tree', stash], git)
    if (untracked !== undefined) {
      const input = await mustGit(['ls-tree', '-r', '-z', untracked], git)
      await mustGit(['update-index', '-z', '--index-info'], { ...git, input })
    }
    const tree = await mustGit([...DURABLY, 'write-tree'], git)
    const made = await commitLeftovers(git, { tree, isChanged: true }, [commitId(parent!)], request)
    return made!
  } finally {
    discard(index)
  }
}

export const sayAstray = ({ branch, commit }: Astray): string =>
  branch === null ? `in a stash (${commit.slice(0, 8)})` : `on branch ${branch}`
